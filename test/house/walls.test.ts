import { builtinModules } from 'node:module'
import { expect, it } from 'vitest'
import { importsOf, sources, targetOf } from './sources'

/** The rooms of core, from the ground up. A room imports what stands before it; the rooms of one line never each other. */
const floors = [
  ['kernel'],
  ['money', 'knowledge'],
  ['workspace'],
  ['numbers'],
  ['assistants'],
  ['campaigns'],
  ['webhooks', 'provisioning'],
  ['calls', 'messaging'],
  ['dialing'],
  ['rehearsals', 'privacy', 'reporting', 'samples'],
]

const coreRooms = Object.fromEntries(
  floors.flatMap((rooms, floor) =>
    rooms.map(room => {
      const below = floors.slice(0, floor).flat()
      const own = [...below, room].map(name => `main/core/${name}/`)
      return [`main/core/${room}/`, ['contract', 'main/ports/', 'main/store/', ...own]]
    }),
  ),
)

/** What each room may import of ours. A file belongs to the longest name that its path begins with. */
const allowed: Record<string, string[]> = {
  'contract/': ['contract'],
  'renderer/': ['contract', 'renderer/'],
  'preload/': ['contract/'],
  'main/ports/': ['contract/', 'main/ports/'],
  'main/store/': ['main/store/'],
  'main/system/': ['main/ports/', 'main/store/', 'main/system/', 'main/core/kernel/', 'main/core/workspace/'],
  ...coreRooms,
  'main/core/campaigns/': [...coreRooms['main/core/campaigns/']!, '../resources/time-zones.json'],
  'main/carriers/': ['main/ports/', 'main/speech/', 'main/carriers/'],
  'main/reading/': ['main/ports/', 'main/reading/'],
  'main/voice/': ['contract/', 'main/ports/', 'main/voice/'],
  'main/voice-host/': [
    'contract/',
    'main/ports/',
    'main/speech/',
    'main/system/clocks',
    'main/voice/',
    'main/voice-host/',
  ],
  'main/speech/': ['main/speech/'],
  'main/background/': ['contract/', 'main/ports/', 'main/core/', 'main/background/'],
  'main/router/': ['contract', 'main/core/', 'main/store/sql', 'main/store/waveform', 'main/router/'],
  'main/http/': ['contract', 'main/core/', 'main/router', 'main/store/start-error', 'main/http/'],
  'main/desktop/': [
    'contract/bridge',
    'main/ports/',
    'main/core/',
    'main/router/invoke',
    'main/http/files',
    'main/service',
    'main/desktop/',
    '../resources/icons/',
  ],
  // What stands directly in main wires the rooms together.
  'main/': ['contract', 'main/', '../resources/', '../package.json'],
}

const rooms = Object.keys(allowed).sort((a, b) => b.length - a.length)
const roomOf = (file: string) => rooms.find(room => file.startsWith(room))

const isAllowed = (target: string, names: string[]) =>
  names.some(name =>
    name.endsWith('/') ? `${target}/`.startsWith(name) : target === name || target.startsWith(`${name}/`),
  )

const network = /^(node:)?(http|https|http2|net|tls|dgram|dns)(\/|$)/

/** Uses of the network in rooms that reach it only through what they are given. */
const waysOut = (file: string, text: string) =>
  /^main\/(core|router|background|ports|store)\//.test(file)
    ? [
        ...importsOf(text).filter(spec => network.test(spec)),
        ...(text.match(/\bfetch\(|\bnew (WebSocket|EventSource)\b/g) ?? []),
      ].map(found => `${file} uses ${found}`)
    : []

/** The imports of a file that break a wall. Electron is for the desktop only, Node is not for what runs in a page. */
function breaches(file: string, text: string): string[] {
  const room = roomOf(file)
  const isOfPage = /^(contract|renderer)\//.test(file)
  return importsOf(text)
    .filter(spec => {
      if (spec.startsWith('.')) return !room || !isAllowed(targetOf(file, spec), allowed[room]!)
      if (/^electron(\/|$)/.test(spec)) return !/^(main\/(index\.ts|desktop\/)|preload\/)/.test(file)
      return isOfPage && (spec.startsWith('node:') || builtinModules.includes(spec))
    })
    .map(spec => `${file} imports ${spec}`)
}

it('no file imports what its room may not import', () => {
  expect(sources.size).toBeGreaterThan(200)
  expect([...sources].flatMap(([file, text]) => breaches(file, text))).toEqual([])
})

it('core, router, background, ports and store reach the network only through what they are given', () => {
  expect([...sources].flatMap(([file, text]) => waysOut(file, text))).toEqual([])
  expect(waysOut('main/core/calls/x.ts', 'const answer = await fetch(url)')).toHaveLength(1)
  expect(waysOut('main/router/x.ts', "import { request } from 'node:https'")).toHaveLength(1)
  expect(waysOut('main/system/x.ts', 'const answer = await fetch(url)')).toEqual([])
})

it('every room of core has a row, and every row has a room', () => {
  const found = new Set([...sources.keys()].flatMap(file => /^main\/core\/(\w+)\//.exec(file)?.[1] ?? []))
  expect([...found].sort()).toEqual(floors.flat().sort())
  expect([...sources.keys()].filter(file => /^main\/core\/[^/]+\.ts$/.test(file))).toEqual([])
})

it('a test import that is not allowed is found', () => {
  const planted: [string, string][] = [
    ['renderer/x.ts', "import { get } from '../main/core/campaigns/leads'"],
    ['main/carriers/x/y.ts', "import { get } from '../../core/campaigns/leads'"],
    ['main/core/campaigns/x.ts', "import { open } from '../calls/place'"],
    ['main/core/calls/x.ts', "import type { Sms } from '../messaging/sms'"],
    ['main/core/money/x.ts', "import { search } from '../knowledge/search'"],
    ['main/core/dialing/x.ts', "const late = await import('../rehearsals/run')"],
    ['main/core/calls/x.ts', "import { createDialer } from '../../background/dialer'"],
    ['main/core/calls/x.ts', "import { app } from 'electron'"],
    ['main/voice/x.ts', "import type { Context } from '../core/kernel/context'"],
    ['main/router/x.ts', "import { createDialer } from '../background/dialer'"],
    ['contract/x.ts', "import { join } from 'node:path'"],
  ]
  for (const [file, text] of planted) expect(breaches(file, text), `${file}: ${text}`).toHaveLength(1)
  const right: [string, string][] = [
    ['main/carriers/x/y.ts', "import type { Carrier } from '../../ports/carrier'"],
    ['main/core/calls/x.ts', "import { isListed } from '../campaigns/blacklist'"],
    ['main/reading/x.ts', "import { searchable } from '../ports/searchable.ts'"],
  ]
  for (const [file, text] of right) expect(breaches(file, text), `${file}: ${text}`).toEqual([])
})
