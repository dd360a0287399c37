// The smallest Node server, as the baseline of the start time.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((_, response) => void response.end('{}'))
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ api: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
