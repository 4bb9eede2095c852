import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type installedBy, Refusal, type updateStates } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { mustBeOwnPassword } from '../auth/throttle.ts'
import { othersRunning } from '../cluster/peers.ts'
import type { Ctx, Rooms, Services } from '../context.ts'
import { version } from '../runtime/config.ts'
import { addressOf, newestOf } from './offer.ts'
import { awaitStaging, isStaged, lock, mustBeWritable, stateOf } from './releases.ts'
import { stage } from './stage.ts'
import { mustHaveRoom, prepareSwitch } from './switch.ts'
import type { Offer } from './update.rules.ts'

/** An image is replaced as a whole, and what is changed in a container is gone with it. */
const inContainer = () => existsSync('/.dockerenv') || existsSync('/run/.containerenv') || 'KUBERNETES_SERVICE_HOST' in process.env

/** Why there is no updating from the browser, or 'ready'. In a container it takes an UPDATE=on of its own. */
async function updateState({
  config,
  store,
  starter,
}: Pick<Services, 'config' | 'store' | 'starter'>): Promise<(typeof updateStates)[number]> {
  if (config.UPDATE !== 'on' && inContainer()) return 'container'
  if (config.UPDATE === 'off' || !config.UPDATE_SOURCE) return 'off'
  if (!starter) return 'unsupervised'
  // The others would go on with the version before on a database of the new form.
  return (await othersRunning({ store })) > 0 ? 'several' : 'ready'
}

function installationMethod({ starter }: Pick<Services, 'starter'>): (typeof installedBy)[number] {
  if (inContainer()) return 'docker'
  return existsSync(join(starter?.root ?? process.cwd(), '.git')) ? 'git' : 'folder'
}

async function mustBeReady(house: Pick<Services, 'config' | 'store' | 'starter'>) {
  if ((await updateState(house)) !== 'ready' || !house.starter) throw new Refusal('updateOff')
  return house.starter
}

const nothingNew = { new_version: '', file_url: '', url: '', size: 0, is_staged: 0 }

const shown = ({ config, starter }: Ctx, offer: Offer) => ({
  new_version: offer.version,
  file_url: addressOf(config, offer),
  url: offer.url,
  size: offer.size,
  is_staged: starter && isStaged(starter.root, offer.version) ? 1 : 0,
})

/** What the source has now. Whatever the caller says of it must be that (S89). */
async function mustBeOffered(ctx: Ctx, { new_version, file_url }: { new_version: string; file_url: string }): Promise<Offer> {
  const offer = await newestOf(ctx.config, true)
  if (!offer) throw new Refusal('updateNone', { version })
  if ((new_version && new_version !== offer.version) || (file_url && file_url !== addressOf(ctx.config, offer)))
    throw new Refusal('updateOther')
  return offer
}

export const adminUpdate: Rooms['adminUpdate'] = {
  async checkUpdate({ again }, ctx) {
    const state = await updateState(ctx)
    const offer = state === 'ready' ? await newestOf(ctx.config, again) : undefined
    return {
      version,
      ...(offer ? shown(ctx, offer) : nothingNew),
      state,
      installed_by: installationMethod(ctx),
      source: state === 'ready' ? new URL(ctx.config.UPDATE_SOURCE as string).host : '',
      needs_backup: ctx.store.kind === 'postgres' ? 1 : 0,
      failed: (ctx.starter && stateOf(ctx.starter.root).failed) ?? null,
    }
  },

  async download({ password, ...given }, ctx) {
    const { root } = await mustBeReady(ctx)
    await mustBeOwnPassword(ctx, password)
    await mustBeWritable(root)
    const offer = await mustBeOffered(ctx, given)
    const isThere = await awaitStaging(root, offer.version, () => stage(root, addressOf(ctx.config, offer), offer))
    return { new_version: offer.version, is_staged: isThere ? 1 : 0 }
  },

  async updateFiles({ password, has_backup }, ctx) {
    const { root, handOver } = await mustBeReady(ctx)
    await mustBeOwnPassword(ctx, password)
    const offer = await newestOf(ctx.config)
    if (!offer || !isStaged(root, offer.version)) throw new Refusal('updateNothing')
    if (ctx.store.kind === 'postgres' && !has_backup) throw new Refusal('updateBackup')
    await mustHaveRoom(ctx)
    // Given back by the end of this process alone.
    const held = await lock(root)
    try {
      await writeAudit(ctx.db, ctx, 'updated', { subject: offer.version, detail: version })
    } catch (error) {
      await held.release()
      throw error
    }
    handOver(() => prepareSwitch(ctx, root, offer.version))
    return { new_version: offer.version }
  },
}
