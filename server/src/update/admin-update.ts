import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type installedBy, Refusal, type updateStates } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { mustBeOwnPassword } from '../auth/throttle.ts'
import { othersRunning } from '../cluster/peers.ts'
import type { AllHandlers, Ctx, Services } from '../context.ts'
import { version } from '../runtime/config.ts'
import { addressOf, newestOffer } from './offer.ts'
import { awaitStaging, isStaged, lock, mustBeWritable, stateOf } from './releases.ts'
import { mustHaveRoom, prepareSwitch } from './switch.ts'
import type { Offer } from './update.rules.ts'

const inKubernetes = () => 'KUBERNETES_SERVICE_HOST' in process.env

/** A container image is replaced as a whole, and changes inside a container are lost with it. */
const inContainer = () => existsSync('/.dockerenv') || existsSync('/run/.containerenv') || inKubernetes()

/** Why updating from the browser is not possible, or 'ready'. In a container it requires an explicit UPDATE=on. */
async function updateState({
  config,
  store,
  supervisor,
}: Pick<Services, 'config' | 'store' | 'supervisor'>): Promise<(typeof updateStates)[number]> {
  if (config.UPDATE !== 'on' && inContainer()) return 'container'
  if (config.UPDATE === 'off' || !config.UPDATE_SOURCE) return 'off'
  if (!supervisor) return 'unsupervised'
  // The other servers would continue with the old version on a database with the new schema.
  return (await othersRunning({ store })) > 0 ? 'several' : 'ready'
}

function installationMethod({ supervisor }: Pick<Services, 'supervisor'>): (typeof installedBy)[number] {
  // The image has no checkout; one in a container is that of a developer.
  if (existsSync(join(supervisor?.root ?? process.cwd(), '.git'))) return 'git'
  if (inKubernetes()) return 'kubernetes'
  return inContainer() ? 'docker' : 'folder'
}

async function mustBeReady(services: Pick<Services, 'config' | 'store' | 'supervisor'>) {
  if ((await updateState(services)) !== 'ready' || !services.supervisor) throw new Refusal('updateOff')
  return services.supervisor
}

const nothingNew = { new_version: '', file_url: '', url: '', size: 0, is_staged: 0 }

const shown = ({ config, supervisor }: Ctx, offer: Offer) => ({
  new_version: offer.version,
  file_url: addressOf(config, offer),
  url: offer.url,
  size: offer.size,
  is_staged: supervisor && isStaged(supervisor.root, offer.version) ? 1 : 0,
})

/** The current offer of the source. The version and URL that the caller sends must match it (S89). */
async function mustBeOffered(ctx: Ctx, { new_version, file_url }: { new_version: string; file_url: string }): Promise<Offer> {
  const offer = await newestOffer(ctx.config, true)
  if (!offer) throw new Refusal('updateNone', { version })
  if ((new_version && new_version !== offer.version) || (file_url && file_url !== addressOf(ctx.config, offer)))
    throw new Refusal('updateOther')
  return offer
}

export const adminUpdate: AllHandlers['adminUpdate'] = {
  async checkUpdate({ again }, ctx) {
    const state = await updateState(ctx)
    const offer = state === 'ready' ? await newestOffer(ctx.config, again) : undefined
    return {
      version,
      ...(offer ? shown(ctx, offer) : nothingNew),
      state,
      installed_by: installationMethod(ctx),
      source: state === 'ready' ? new URL(ctx.config.UPDATE_SOURCE as string).host : '',
      needs_backup: ctx.store.kind === 'postgres' ? 1 : 0,
      failed: (ctx.supervisor && stateOf(ctx.supervisor.root).failed) ?? null,
    }
  },

  async download({ password, ...given }, ctx) {
    const { root } = await mustBeReady(ctx)
    await mustBeOwnPassword(ctx, password)
    await mustBeWritable(root)
    const offer = await mustBeOffered(ctx, given)
    const { stage } = await import('./stage.ts')
    const isThere = await awaitStaging(root, offer.version, () => stage(root, addressOf(ctx.config, offer), offer))
    return { new_version: offer.version, is_staged: isThere ? 1 : 0 }
  },

  async updateFiles({ password, has_backup }, ctx) {
    const { root, handOver } = await mustBeReady(ctx)
    await mustBeOwnPassword(ctx, password)
    const offer = await newestOffer(ctx.config)
    if (!offer || !isStaged(root, offer.version)) throw new Refusal('updateNothing')
    if (ctx.store.kind === 'postgres' && !has_backup) throw new Refusal('updateBackup')
    await mustHaveRoom(ctx)
    // Released only by the end of this process.
    const updateLock = await lock(root)
    try {
      await writeAudit(ctx.db, ctx, 'updated', { subject: offer.version, detail: version })
    } catch (error) {
      await updateLock.release()
      throw error
    }
    handOver(() => prepareSwitch(ctx, root, offer.version))
    return { new_version: offer.version }
  },
}
