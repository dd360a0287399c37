import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isReachable, readWindowState } from '../../src/main/desktop/window-state'
import { describeDesktop, folder } from './desktop'

describeDesktop('the desktop', () => join(import.meta.dirname, '../..'))

describe('the place of the window', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1040 }
  it.each([
    ['on the screen', { x: 100, y: 100, width: 800, height: 600 }, true],
    ['half beside it, with enough to hold', { x: 1800, y: 0, width: 800, height: 600 }, true],
    ['on a screen that is gone', { x: 2500, y: 100, width: 800, height: 600 }, false],
    ['with its top above the screen', { x: 100, y: -200, width: 800, height: 600 }, false],
    ['with its top below the screen', { x: 100, y: 1030, width: 800, height: 600 }, false],
  ])('a place %s is used only if enough of the window is on the screen', (_, bounds, isIt) =>
    expect(isReachable(bounds, [screen])).toBe(isIt),
  )

  it('a file with anything else in it is ignored', () => {
    const file = join(folder(), 'window-state.json')
    expect(readWindowState(file)).toBeUndefined()
    for (const text of ['', '{', '{"bounds":{"x":0,"y":0,"width":1e9}}', '{"bounds":null}']) {
      writeFileSync(file, text)
      expect(readWindowState(file)).toBeUndefined()
    }
    const sound = { bounds: { x: -5, y: 0, width: 900, height: 700 }, maximized: false, toldOfTray: true }
    writeFileSync(file, JSON.stringify(sound))
    expect(readWindowState(file)).toEqual(sound)
  })
})
