import { expect, inject } from 'vitest'

let address: Promise<string> | undefined

/** Where the PostgreSQL of this run is; it starts when it is asked for first. */
export const postgres = () => (address ??= ask())

async function ask() {
  const reply = await fetch(inject('postgres'))
  return reply.ok ? reply.text() : expect.fail(await reply.text())
}
