import { expect, inject } from 'vitest'

let address: Promise<string> | undefined

/** The address of the PostgreSQL of this run, which starts with the first request. */
export const postgres = () => (address ??= fetchAddress())

async function fetchAddress() {
  const reply = await fetch(inject('postgres'))
  return reply.ok ? reply.text() : expect.fail(await reply.text())
}
