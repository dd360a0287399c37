import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns the event, or throws. `secret`: whsec_…, `headers`: with names in lower case, `body`: the raw text. */
export function verify(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (!id || !timestamp || !signatures) throw new Error('A header is missing')
  // An old request may be a copy that somebody sends again.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) throw new Error('The timestamp is too old or too new')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // For a day after a rotation there are two signatures.
  const isGood = signatures.split(' ').some(signature => {
    const [version, text = ''] = signature.split(',')
    const given = Buffer.from(text, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isGood) throw new Error('The signature is wrong')
  return JSON.parse(body)
}
