import { spawnSync } from 'node:child_process'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { makeSecret } from '../webhook.rules.ts'
import { signedHeaders } from './json.ts'

/*
 * A receiver in another language. With the reference library of Standard Webhooks for Python (PYTHON is a Python that has it), otherwise
 * with the steps of the specification and the standard library alone.
 */
const receiver = `
import base64, hashlib, hmac, json, sys
given = json.load(sys.stdin)

def verified(secret, headers, body):
    try:
        from standardwebhooks.webhooks import Webhook, WebhookVerificationError
    except ImportError:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}".encode()
        wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        return any(hmac.compare_digest(one, "v1," + wanted) for one in headers["webhook-signature"].split(" "))
    try:
        Webhook(secret).verify(body, headers)
        return True
    except WebhookVerificationError:
        return False

print(json.dumps([verified(**one) for one in given]))
`
const python = process.env['PYTHON'] ?? 'python3'
const hasPython = spawnSync(python, ['-c', 'import hmac']).status === 0

interface Sent {
  secret: string
  headers: Record<string, string>
  body: string
}

/** What the receiver says about each request. */
function verifiedInPython(sent: Sent[]): boolean[] {
  const { stdout, stderr, status } = spawnSync(python, ['-c', receiver], { input: JSON.stringify(sent), encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as boolean[]
}

function verifiedInJavaScript({ secret, headers, body }: Sent): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

const now = Math.floor(Date.now() / 1000)
const [secret, before, other] = [makeSecret(), makeSecret(), makeSecret()]
const body = JSON.stringify({ type: 'page.changed', data: { page: { title: '创建订单 “x” \u2028 😀' } } })
const headers = signedHeaders([secret, before], 'a'.repeat(32), now, body)
const sent: Sent[] = [
  { secret, headers, body },
  { secret: before, headers, body },
  { secret: other, headers, body },
  { secret, headers, body: body.replace('page.changed', 'page.deleted') },
  { secret, headers: { ...headers, 'webhook-id': 'b'.repeat(32) }, body },
  { secret, headers: { ...headers, 'webhook-timestamp': String(now + 1) }, body },
  { secret, headers: { ...headers, 'webhook-signature': headers['webhook-signature'].replaceAll('v1,', 'v2,') }, body },
]
const expected = [true, true, false, false, false, false, false]

it('S127: the reference library for JavaScript verifies both secrets, and nothing that was changed', () => {
  expect(sent.map(verifiedInJavaScript)).toEqual(expected)
})

// Python is no dependency of the tests, so this test runs only where it is installed.
const inPython = hasPython ? it : undefined
inPython?.('S127: a receiver in Python verifies both secrets, and nothing that was changed', () => {
  expect(verifiedInPython(sent)).toEqual(expected)
})
