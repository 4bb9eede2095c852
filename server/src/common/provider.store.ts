import { type ProviderForm, type ProviderKind, providerFields } from '@sheaf/contract'
import type { Selectable } from 'kysely'
import { seal, unseal } from '../auth/secrets.ts'
import type { Services } from '../context.ts'
import type { Db, Schema } from '../db/schema.ts'
import { presetDomain, providerPlace } from '../oidc/provider.ts'

type ProviderServices = Pick<Services, 'store'> & { config: Pick<Services['config'], 'DATA_DIR' | 'SECRET_KEY'> }

/** A provider of signing in, with its secret in clear text. */
export interface Provider {
  provider_id: number
  kind: ProviderKind
  name: string
  form: ProviderForm
  is_on: boolean
  is_first: boolean
}

type Row = Pick<Selectable<Schema['provider']>, 'provider_id' | 'kind' | 'name' | 'form' | 'is_on' | 's_number' | 'is_first'>

/** The name under which a secret is sealed. That of the first provider was a setting in 0.1. */
const SECRET = 'oauth2_form.client_secret'

/** The stored text of a form, with its secret sealed. */
const sealedProvider = (services: ProviderServices, form: ProviderForm): string =>
  JSON.stringify({ ...form, client_secret: form.client_secret && seal(services, SECRET, form.client_secret) })

/** A secret sealed with another key becomes "". */
function opened(services: ProviderServices, { provider_id, kind, name, form, is_on, is_first }: Row): Provider {
  const kept = JSON.parse(form) as Partial<ProviderForm>
  const fields = Object.fromEntries(providerFields.map((field) => [field, kept[field] ?? ''])) as ProviderForm
  const client_secret = fields.client_secret && (unseal(services, SECRET, fields.client_secret) ?? '')
  return {
    provider_id,
    kind: kind as ProviderKind,
    name,
    form: { ...fields, client_secret },
    is_on: is_on === 1,
    is_first: is_first === 1,
  }
}

const COLUMNS = 'select provider_id, kind, name, form, is_on, s_number, is_first from provider'

/** All providers in the order of their buttons. */
export const providersOf = async (services: ProviderServices): Promise<Provider[]> =>
  (await services.store.hot<Row>(`${COLUMNS} order by s_number, provider_id`, [])).map((row) => opened(services, row))

export const providerOf = async (services: ProviderServices, provider_id: number): Promise<Provider | undefined> =>
  (await services.store.hot<Row>(`${COLUMNS} where provider_id = ?`, [provider_id])).map((row) => opened(services, row))[0]

/** The provider that the calls of ShowDoc read and write. */
export const firstProvider = async (services: ProviderServices): Promise<Provider | undefined> =>
  (await services.store.hot<Row>(`${COLUMNS} where is_first = 1`, [])).map((row) => opened(services, row))[0]

/** The buttons of the sign-in screen. */
export const shownProviders = ({ store }: Pick<Services, 'store'>) =>
  store.hot<Pick<Row, 'provider_id' | 'kind' | 'name' | 'is_first'>>(
    'select provider_id, kind, name, is_first from provider where is_on = 1 order by s_number, provider_id',
    [],
  )

interface Kept {
  kind: ProviderKind
  name: string
  form: ProviderForm
  is_on: boolean
}

/** Adds a provider after the others. */
export async function insertProvider(services: ProviderServices, db: Db, { form, is_on, ...plain }: Kept, addtime: number, is_first = 0) {
  const { last } = await db
    .selectFrom('provider')
    .select(({ fn }) => fn.max('s_number').as('last'))
    .executeTakeFirstOrThrow()
  const { provider_id } = await db
    .insertInto('provider')
    .values({
      ...plain,
      form: sealedProvider(services, form),
      is_on: is_on ? 1 : 0,
      s_number: Number(last ?? 0) + 1,
      is_first,
      addtime,
    })
    .returning('provider_id')
    .executeTakeFirstOrThrow()
  return provider_id
}

/** A token of the app is requested again with the new settings. */
export const updateProvider = (services: ProviderServices, db: Db, provider_id: number, { form, is_on, ...plain }: Kept) =>
  db
    .updateTable('provider')
    .set({
      ...plain,
      form: sealedProvider(services, form),
      is_on: is_on ? 1 : 0,
      app_token_sealed: '',
      app_token_until: 0,
      app_token_claimed_until: 0,
    })
    .where('provider_id', '=', provider_id)
    .execute()

/** The host and path of an address. */
const hostAndPath = (address: string) =>
  address
    .replace(/^https?:\/\//, '')
    .replace(/(?<!\/)\/+$/, '')
    .toLowerCase()

/**
 * What an id of a user is unique within, as `identity.provider` (S169): this provider at its address, because two realms on one host can
 * give the same id to different users. The first provider keeps the form of 0.1, except for kinds that 0.1 did not have.
 */
export function placeOfProvider({
  provider_id,
  kind,
  form,
  is_first,
}: Pick<Provider, 'provider_id' | 'kind' | 'form' | 'is_first'>): string {
  const preset = presetPlace(kind, form)
  if (preset !== undefined) return `oauth2 ${preset}#${provider_id}`
  if (is_first) return `oauth2 ${providerPlace(form)}`
  return `oauth2 ${hostAndPath(form.issuer || form.host)}#${provider_id}`
}

/** An invalid host has no place, and no one can sign in there. */
function presetPlace(kind: ProviderKind, form: ProviderForm): string | undefined {
  try {
    return presetDomain(kind, form)
  } catch {
    return hostAndPath(form.host)
  }
}
