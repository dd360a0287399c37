// A reporter of vitest for scripts/test.mjs: how many tests passed, failed and were skipped, and how long each file took.
import { writeFileSync } from 'node:fs'

export default class Results {
  onTestRunEnd(modules, errors) {
    // An error that belongs to no test is a failure too, and so is a run without any test.
    const total = { passed: 0, failed: errors.length + (modules.length === 0 ? 1 : 0), skipped: 0 }
    const files = modules.map(file => {
      const states = [...file.children.allTests()].map(test => test.result().state)
      for (const state of states) total[state === 'pending' ? 'failed' : state]++
      // A file that could not be loaded has failed, though it ran no test.
      if (file.state() === 'failed' && !states.includes('failed')) total.failed++
      const { setupDuration, prepareDuration, collectDuration, duration } = file.diagnostic()
      const seconds = (setupDuration + prepareDuration + collectDuration + duration) / 1000
      return { name: file.relativeModuleId, seconds }
    })
    writeFileSync(process.env.CALLWRIGHT_RESULTS, JSON.stringify({ total, files }))
  }
}
