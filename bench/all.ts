import { benchApi } from './api'
import { benchCampaign } from './campaign'
import { benchConsole } from './console'
import { benchLargeConsole } from './console-large'
import { benchDialDecision } from './dial-decision'
import { benchImport } from './import'
import { benchLists } from './lists'
import { keepRatios } from './ratios'
import { benchRemoval } from './removal'
import { benchSound } from './sound'
import { benchStart } from './start'
import { cleanUp, describeMachine } from './support'
import { benchVoice } from './voice'

const benches: Record<string, () => Promise<void>> = {
  api: benchApi,
  campaign: benchCampaign,
  start: benchStart,
  'dial-decision': benchDialDecision,
  lists: benchLists,
  import: benchImport,
  removal: benchRemoval,
  sound: benchSound,
  voice: benchVoice,
  console: benchConsole,
  'console-large': benchLargeConsole,
}

export async function runAll(names: string[]): Promise<void> {
  const unknown = names.filter(name => !benches[name])
  if (unknown.length > 0)
    throw new Error(`There is no benchmark ${unknown.join(', ')}: ${Object.keys(benches).join(', ')}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      cleanUp()
      process.exit(1)
    })
  console.log(describeMachine())
  try {
    for (const name of names.length > 0 ? names : Object.keys(benches)) await benches[name]!()
    keepRatios()
  } finally {
    cleanUp()
  }
}
