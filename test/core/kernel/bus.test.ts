import { expect, it } from 'vitest'
import { Bus } from '../../../src/main/core/kernel/bus'

it('events are told after the commit, or never', () => {
  const bus = new Bus()
  const told: number[] = []
  bus.on(event => {
    if (event.type === 'assistant.changed') told.push(event.id)
  })
  const publish = (id: number) => bus.publish(1, { type: 'assistant.changed', id })
  bus.after(() => {
    publish(1)
    bus.after(() => publish(2))
    expect(told).toEqual([])
  })
  expect(told).toEqual([1, 2])
  expect(() =>
    bus.after(() => {
      publish(3)
      throw new Error('rolled back')
    }),
  ).toThrow()
  publish(4)
  expect(told).toEqual([1, 2, 4])
})
