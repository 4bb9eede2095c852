import { expect, onTestFinished, vi } from 'vitest'
import type { Product } from '../product.ts'
import type { MailServer } from './mail-catcher.ts'

/** Lets the mail server refuse this address until `comesBack`, with a clock for the pauses between attempts. Call it before what sends. */
export function mailAway({ server: { services } }: Product, mailServer: MailServer, address: string, refusal = '451 4.3.0 try later') {
  let attempt = Promise.withResolvers<void>()
  const spies = (['warn', 'error'] as const).map((level) => vi.spyOn(services.log, level).mockImplementation(() => attempt.resolve()))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    mailServer.receivers.clear()
    for (const spy of spies) spy.mockRestore()
  })
  mailServer.receivers.set(address, refusal)
  const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000)
  return {
    /** Waits until the mail was refused. */
    tried: () => attempt.promise,
    pass,
    /** Lets minutes pass, and waits until the mail was refused again. */
    async after(minutes: number) {
      attempt = Promise.withResolvers()
      await pass(minutes)
      await attempt.promise
    },
    comesBack: () => mailServer.receivers.clear(),
    /** No attempt follows within an hour. */
    async noMore() {
      await pass(60)
      vi.useRealTimers()
      expect(await mailServer.rest()).toEqual([])
    },
  }
}
