import { expect, it } from 'vitest'
import { Bus } from '../../../src/main/core/kernel/bus'

it('events are published after the commit, or not at all', () => {
  const bus = new Bus()
  const commits = { after: (then: () => void) => then() }
  const published: number[] = []
  bus.on(event => {
    if (event.type === 'assistant.changed') published.push(event.id)
  })
  const publish = (id: number) => bus.publish(1, { type: 'assistant.changed', id })
  bus.after(() => {
    publish(1)
    bus.after(() => publish(2), commits)
    expect(published).toEqual([])
  }, commits)
  expect(published).toEqual([1, 2])
  expect(() =>
    bus.after(() => {
      publish(3)
      throw new Error('rolled back')
    }, commits),
  ).toThrow()
  publish(4)
  expect(published).toEqual([1, 2, 4])
})
