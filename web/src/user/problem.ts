import type { externalLoginWords } from './link/outside.words.ts'

type Words = (typeof externalLoginWords)['en']

/** Problems that name the address of this server. */
const WITH_ADDRESS = ['wecomAddress', 'dingtalkAddress'] as const

/** Problems whose reason only administrators can use. */
const settings = ['providerMissing', 'providerTenant', 'providerAgent']

/** What the sign-in screen says of a problem. The text never comes from the address of the screen. */
export function problemText(t: Words, name: string, address = ''): string {
  const withAddress = WITH_ADDRESS.find((one) => one === name)
  if (withAddress) return t[withAddress](/^[\da-f.:]{3,45}$/i.test(address) ? address : '?')
  if (settings.includes(name)) return t.providerSettings
  if (name.startsWith('outbound')) return t.outbound
  const isKnown = /^(outside|provider|register|(notOurTenant|wecomRefused|confirmNeeded)$)/.test(name)
  const known: unknown = isKnown ? t[name as keyof Words] : undefined
  return typeof known === 'string' ? known : t.problem
}
