import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { isSimulated, keepDeskTime, startOfDeskTime } from '../../src/main/core/workspace/desk-time'
import { openForService } from '../../src/main/store/open'
import { createDeskClock } from '../../src/main/system/clocks'

const START = Date.UTC(2026, 0, 5)
beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

it('desk time runs at the given speed', () => {
  const clock = createDeskClock({ speed: 60, start: START, followsWall: false })
  vi.advanceTimersByTime(1000)
  expect(clock.now() - START).toBe(60_000)
  const fired = vi.fn()
  clock.setTimer(clock.now() + 120_000, fired)
  vi.advanceTimersByTime(1990)
  expect(fired).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20)
  expect(fired).toHaveBeenCalledOnce()
})

it('a simulated folder keeps its own time at speed 1 too', () => {
  const clock = createDeskClock({ speed: 1, start: START + 3600_000, followsWall: false })
  vi.advanceTimersByTime(10_000)
  expect(clock.now() - START).toBe(3610_000)
})

it('a timer further away than the longest timeout fires at its moment', () => {
  const clock = createDeskClock({ speed: 1, start: START, followsWall: true })
  const fired = vi.fn()
  clock.setTimer(START + 60 * 24 * 3600_000, fired)
  vi.advanceTimersByTime(59 * 24 * 3600_000)
  expect(fired).not.toHaveBeenCalled()
  vi.advanceTimersByTime(24 * 3600_000 + 10)
  expect(fired).toHaveBeenCalledOnce()
})

it("desk time does not go back with the machine's clock, and waits for it", () => {
  const clock = createDeskClock({ speed: 1, start: START, followsWall: true })
  vi.advanceTimersByTime(10_000)
  const before = clock.now()
  vi.setSystemTime(START) // ten seconds back
  let last = clock.now()
  expect(last).toBeGreaterThanOrEqual(before)
  for (let i = 0; i < 30; i++) {
    vi.advanceTimersByTime(1000)
    expect(clock.now()).toBeGreaterThan(last)
    last = clock.now()
  }
  expect(last).toBe(Date.now())
})

function store() {
  const dir = mkdtempSync(join(tmpdir(), 'callwright-clock-'))
  const { db, close } = openForService(dir)
  onTestFinished(() => {
    close()
    rmSync(dir, { recursive: true, force: true })
  })
  return db
}

it('desk time continues where it was, however the service ended', () => {
  const db = store()
  expect(startOfDeskTime(db, START, { speed: 60 })).toBe(START)
  keepDeskTime(db, { desk: START + 600_000, wall: START + 10_000 }, 0)
  expect(startOfDeskTime(db, START + 20_000, { speed: 60 })).toBe(START + 610_000)
  // After a kill the stored time is later than everything that was stored.
  keepDeskTime(db, { desk: START + 700_000, wall: START + 30_000 }, 120_000)
  expect(startOfDeskTime(db, START + 31_000, { speed: 60 })).toBe(START + 820_000)
})

it('a folder that once ran fast stays marked as simulated', () => {
  const db = store()
  startOfDeskTime(db, START, { speed: 1 })
  expect(isSimulated(db)).toBe(false)
  startOfDeskTime(db, START, { speed: 2 })
  startOfDeskTime(db, START, { speed: 1 })
  expect(isSimulated(db)).toBe(true)
})

it('a start time applies only to a fresh folder', () => {
  const db = store()
  const asked = Date.UTC(2026, 2, 28)
  expect(startOfDeskTime(db, START, { speed: 1, asked })).toBe(asked)
  keepDeskTime(db, { desk: asked, wall: START }, 0)
  expect(startOfDeskTime(db, START, { speed: 1, asked })).toBe(false)
})
