import { Refusal } from '@sheaf/contract'
import { siteSettings } from '../common/common.store.ts'
import { ldapSettings } from '../common/settings.store.ts'
import type { Ctx } from '../http/context.ts'
import { signInAt } from '../ldap/directory.ts'
import type { Outsider } from './outside.ts'

/**
 * Whoever the directory lets in by this name and password; undefined while it is off or says no. When it cannot be asked that is said
 * (R22).
 */
export async function inDirectory(ctx: Ctx, username: string, password: string): Promise<Outsider | undefined> {
  const { open, form } = await ldapSettings(ctx)
  if (!open || !form) return undefined
  try {
    const person = await signInAt(form, username, password)
    if (!person) return undefined
    const mayJoin = form.register_open === '1' || (await siteSettings(ctx)).register_open === '1'
    return { ...person, provider: 'ldap', isVerified: false, mayJoin }
  } catch (error) {
    if (!(error instanceof Refusal) || error.error === 'directoryTwice') throw error
    ctx.log.warn({ problem: error.error, ...error.fill }, 'the directory could not be asked')
    throw new Refusal('directoryDown')
  }
}
