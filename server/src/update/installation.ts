import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type installedBy, Refusal, type updateStates } from '@sheaf/contract'
import { othersRunning } from '../cluster/peers.ts'
import type { Services } from '../context.ts'

/** An image is replaced as a whole, and what is changed in a container is gone with it. */
const inContainer = () => existsSync('/.dockerenv') || existsSync('/run/.containerenv') || 'KUBERNETES_SERVICE_HOST' in process.env

/** Why there is no updating from the browser, or 'ready'. In a container it takes an UPDATE=on of its own. */
export async function updateState({
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

export function installationMethod({ starter }: Pick<Services, 'starter'>): (typeof installedBy)[number] {
  if (inContainer()) return 'docker'
  return existsSync(join(starter?.root ?? process.cwd(), '.git')) ? 'git' : 'folder'
}

export async function mustBeReady(house: Pick<Services, 'config' | 'store' | 'starter'>) {
  if ((await updateState(house)) !== 'ready' || !house.starter) throw new Refusal('updateOff')
  return house.starter
}
