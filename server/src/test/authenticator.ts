import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Client } from '@sheaf/contract/client'

/*
 * An authenticator in software: passkeys with the three algorithms that are offered, and answers that can be wrong in any place.
 */
type Value = number | string | Buffer | Map<Value, Value>

/** The small part of CBOR that attestations consist of. */
export function cbor(value: Value): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -value - 1) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

const b64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const part = (jwk: object, name: string) => Buffer.from((jwk as Record<string, string>)[name] as string, 'base64url')

const ES256 = -7
const EDDSA = -8
const RS256 = -257

interface Key {
  alg: number
  privateKey: KeyObject
  cose: Map<Value, Value>
}

function makeKey(alg: number): Key {
  if (alg === RS256) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const jwk = publicKey.export({ format: 'jwk' })
    return {
      alg,
      privateKey,
      cose: new Map<Value, Value>([
        [1, 3],
        [3, alg],
        [-1, part(jwk, 'n')],
        [-2, part(jwk, 'e')],
      ]),
    }
  }
  const isEd = alg === EDDSA
  const { publicKey, privateKey } = isEd ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const place: [Value, Value][] = isEd
    ? [
        [-1, 6],
        [-2, part(jwk, 'x')],
      ]
    : [
        [-1, 1],
        [-2, part(jwk, 'x')],
        [-3, part(jwk, 'y')],
      ]
  return { alg, privateKey, cose: new Map<Value, Value>([[1, isEd ? 1 : 2], [3, alg], ...place]) }
}

const UP = 1
const UV = 4
const BACKED_UP = 8 | 16
const WITH_KEY = 64

/** What an answer says; each part can be forged. */
export interface Saying {
  origin?: string
  type?: string
  challenge?: string
  rpId?: string
  flags?: number
  counter?: number
  /** The handle of the account in an assertion. */
  handle?: string | undefined
  /** More of the data that the browser signs with. */
  client?: Record<string, unknown>
  /** Bytes after the signed data of an authenticator. */
  tail?: Buffer
  fmt?: string
  statement?: Map<Value, Value>
  /** Another private key. */
  key?: Key
}

const sha256 = (text: Buffer | string) => createHash('sha256').update(text).digest()

export class Authenticator {
  readonly id = randomBytes(32)
  readonly key: Key
  readonly origin: string
  counter: number
  flags: number
  handle = ''

  constructor(origin: string, { alg = ES256, counts = true, verifies = true, isSynced = false, key = makeKey(alg) } = {}) {
    this.origin = origin
    this.key = key
    this.counter = counts ? 1 : 0
    this.flags = UP | (verifies ? UV : 0) | (isSynced ? BACKED_UP : 0)
  }

  get credential_id() {
    return b64(this.id)
  }

  #client(type: string, challenge: string, { origin = this.origin, client = {}, ...say }: Saying) {
    return b64(JSON.stringify({ type: say.type ?? type, challenge: say.challenge ?? challenge, origin, crossOrigin: false, ...client }))
  }

  #data(rpId: string, more: number, { flags = this.flags, counter = this.counter, tail = Buffer.alloc(0), ...say }: Saying) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(say.rpId ?? rpId), Buffer.from([flags | more]), count, tail])
  }

  /** The answer to the options of a new passkey. */
  create({ challenge, rp, user }: { challenge: string; rp: { id: string }; user: { id: string } }, say: Saying = {}) {
    this.handle = user.id
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255])
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(say.key?.cose ?? this.key.cose), say.tail ?? Buffer.alloc(0)])
    const authData = this.#data(rp.id, WITH_KEY, { ...say, tail: credential })
    const parts: [Value, Value][] = [
      ['fmt', say.fmt ?? 'none'],
      ['attStmt', say.statement ?? new Map()],
      ['authData', authData],
    ]
    return {
      id: this.credential_id,
      rawId: this.credential_id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: this.#client('webauthn.create', challenge, say),
        attestationObject: b64(cbor(new Map(parts))),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** The answer to a challenge. */
  get({ challenge, rpId }: { challenge: string; rpId: string }, say: Saying = {}) {
    if (this.counter > 0) this.counter++
    const clientDataJSON = this.#client('webauthn.get', challenge, say)
    const data = this.#data(rpId, 0, say)
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const { alg, privateKey } = say.key ?? this.key
    const handle = 'handle' in say ? say.handle : this.handle
    return {
      id: this.credential_id,
      rawId: this.credential_id,
      type: 'public-key' as const,
      response: {
        clientDataJSON,
        authenticatorData: b64(data),
        signature: b64(sign(alg === EDDSA ? null : 'sha256', signed, privateKey)),
        ...(handle !== undefined && { userHandle: handle }),
      },
    }
  }
}

/** Adds a passkey to the account of this client, whose session is confirmed. */
export async function addPasskey(api: Client, key: Authenticator, name = '', say: Saying = {}) {
  const answer = key.create(await api.secondStep.beginPasskey({}), say)
  return api.secondStep.addPasskey({ answer: JSON.stringify(answer), name })
}

/** Signs in with a passkey alone. */
export async function passkeyLogin(api: Client, key: Authenticator, say: Saying = {}, username = '') {
  const options = await api.user.passkeyOptions({ username, purpose: '' })
  return api.user.passkeyLogin({ answer: JSON.stringify(key.get(options, say)) })
}
