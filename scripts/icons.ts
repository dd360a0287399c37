// Converts resources/icons/icon.svg to the icon files of each system. Run it after a change of the picture:
// npm exec -- node scripts/icons.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const icons = join(import.meta.dirname, '../resources/icons')
const svg = readFileSync(join(icons, 'icon.svg'), 'utf8')

const executablePath = process.env.CHROMIUM || '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
const page = await browser.newPage()
const pngs = new Map<number, Buffer>()
for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`)
  pngs.set(size, await page.screenshot({ omitBackground: true }))
}
await browser.close()

/** The ICO file of Windows: a directory with the position of each picture. A width or height of 256 is written as 0. */
function ico(sizes: number[]): Buffer {
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sizes.length, 4)
  let at = head.length
  for (const [i, size] of sizes.entries()) {
    const entry = head.subarray(6 + 16 * i)
    entry.set([size % 256, size % 256])
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(pngs.get(size)!.length, 8)
    entry.writeUInt32LE(at, 12)
    at += pngs.get(size)!.length
  }
  return Buffer.concat([head, ...sizes.map(size => pngs.get(size)!)])
}

/** The ICNS file of macOS: blocks of a type, a length and a picture. */
function icns(kinds: Record<string, number>): Buffer {
  const block = (name: string, content: Buffer) => {
    const head = Buffer.from(`${name}....`)
    head.writeUInt32BE(8 + content.length, 4)
    return Buffer.concat([head, content])
  }
  return block('icns', Buffer.concat(Object.entries(kinds).map(([kind, size]) => block(kind, pngs.get(size)!))))
}

writeFileSync(join(icons, 'icon.png'), pngs.get(512)!)
writeFileSync(join(icons, 'icon.ico'), ico([16, 24, 32, 48, 64, 128, 256]))
writeFileSync(
  join(icons, 'icon.icns'),
  icns({ ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 }),
)
