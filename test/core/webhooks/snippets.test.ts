import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../../support/folder'
import { type Received, startReceiver } from '../../support/receiver'
import { SECOND, startWorld } from '../../support/world'

const snippets = join(import.meta.dirname, '../../../src/renderer/pages/webhooks/snippets')

/** How the snippet of each language is asked: with the file `given.json`, which has secret, headers and body. Exit code 0: it is good. */
const languages: Record<string, { program: string; ask: (folder: string) => string[] }> = {
  'verify.mjs': {
    program: process.execPath,
    ask: folder => {
      const main = join(folder, 'main.mjs')
      writeFileSync(
        main,
        `import { readFileSync } from 'node:fs'
        import { verify } from ${JSON.stringify(join(snippets, 'verify.mjs'))}
        const { secret, headers, body } = JSON.parse(readFileSync(${JSON.stringify(join(folder, 'given.json'))}, 'utf8'))
        console.log(JSON.stringify(verify(secret, headers, body)))`,
      )
      return [main]
    },
  },
  'verify.py': {
    program: 'python3',
    ask: folder => [
      '-B',
      '-c',
      `import json, sys
sys.path.insert(0, ${JSON.stringify(snippets)})
from verify import verify
given = json.load(open(${JSON.stringify(join(folder, 'given.json'))}, encoding="utf-8"))
print(json.dumps(verify(given["secret"], given["headers"], given["body"].encode())))`,
    ],
  },
  'verify.php': {
    program: 'php',
    ask: folder => [
      '-r',
      `require ${JSON.stringify(join(snippets, 'verify.php'))};
      $given = json_decode(file_get_contents(${JSON.stringify(join(folder, 'given.json'))}), true);
      echo json_encode(verify($given['secret'], $given['headers'], $given['body']));`,
    ],
  },
  'verify.go': {
    program: 'go',
    ask: folder => {
      const source = readFileSync(join(snippets, 'verify.go'), 'utf8')
      writeFileSync(join(folder, 'verify.go'), source.replace('package webhooks', 'package main'))
      writeFileSync(
        join(folder, 'main.go'),
        `package main
        import ("encoding/json"; "fmt"; "net/http"; "os")
        func main() {
          text, _ := os.ReadFile("${join(folder, 'given.json')}")
          var given struct { Secret, Body string; Headers map[string]string }
          json.Unmarshal(text, &given)
          headers := http.Header{}
          for name, value := range given.Headers { headers.Set(name, value) }
          if err := Verify(given.Secret, headers, []byte(given.Body)); err != nil { fmt.Fprintln(os.Stderr, err); os.Exit(1) }
          fmt.Println(given.Body)
        }`,
      )
      return ['run', join(folder, 'main.go'), join(folder, 'verify.go')]
    },
  },
}

const isHere = (program: string) => {
  const { error, status } = spawnSync(program, [program === 'go' ? 'version' : '--version'])
  return !error && status === 0
}

/** A webhook as a receiver really got it, in the time of this machine, and the secrets that sign now. */
async function delivered() {
  const receiver = await startReceiver()
  const world = await startWorld({ at: Date.now() })
  const rotate = async () => (await world.post('/user/webhook-secret/rotate')).body.data.secret as string
  const before = await rotate()
  const secret = await rotate()
  await world.post('/user/webhooks/test', { url: receiver.url })
  await world.advance(SECOND)
  return { secret, before, got: receiver.received[0]! }
}

describe.each(Object.entries(languages))('the snippet %s of the console', (_file, { program, ask }) => {
  it.skipIf(!isHere(program))(
    'accepts what was signed, with the old secret too, and refuses anything else',
    async () => {
      const { secret, before, got } = await delivered()
      const isGood = (using: string, { headers, body }: Pick<Received, 'headers' | 'body'>) => {
        const folder = emptyFolder()
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, 'given.json'), JSON.stringify({ secret: using, headers, body }))
        const { status, stdout } = spawnSync(program, ask(folder), { encoding: 'utf8' })
        if (status === 0) expect(JSON.parse(stdout)).toEqual(JSON.parse(body))
        return status === 0
      }
      const { headers, body } = got
      expect(isGood(secret, got)).toBe(true)
      expect(isGood(before, got)).toBe(true)
      expect(isGood(`whsec_${Buffer.alloc(32, 7).toString('base64')}`, got)).toBe(false)
      expect(isGood(secret, { headers, body: body.replace('test', 'best') })).toBe(false)
      expect(isGood(secret, { headers: { ...headers, 'webhook-id': 'msg_other' }, body })).toBe(false)
      expect(isGood(secret, { headers: { ...headers, 'webhook-signature': 'v1,' }, body })).toBe(false)
      const { 'webhook-timestamp': _, ...without } = headers
      expect(isGood(secret, { headers: without, body })).toBe(false)
    },
  )
})
