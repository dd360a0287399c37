// The least that a Node program can do before it answers.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((_, response) => void response.end('{}'))
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ api: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
