import * as z from 'zod'
import { read, write } from '../../call.ts'
import { date, digits, flag, id, idOr0, json, nothing, requestId, text, textOrNone } from '../../fields.ts'
import { PROVIDER_KINDS, PROVIDERS_MAX, type ProviderForm, providerFields } from './provider-kinds.ts'

const form = json(z.strictObject(Object.fromEntries(providerFields.map((name) => [name, textOrNone(1000)]))))

const Provider = z.object({
  provider_id: digits,
  kind: z.enum(PROVIDER_KINDS),
  name: z.string(),
  is_on: digits,
  /** 1: the one that `adminSetting/loadOauth2Config` shows. */
  is_first: digits,
  /** A stored secret is ********. */
  form: z.object(Object.fromEntries(providerFields.map((name) => [name, z.string()])) as Record<keyof ProviderForm, z.ZodString>),
  /** Accounts that are linked with it. */
  linked: digits,
})

/** The longest group that can be bound. Longer ones of a person are not looked at. */
export const GROUP_MAX_CHARS = 255
/** Groups bound to teams, for each provider and for the directory. */
export const RULES_MAX = 200

const Rule = z.object({
  rule_id: digits,
  group_value: z.string(),
  team_id: digits,
  team_name: z.string(),
  /** The owner of the team. */
  username: z.string(),
  name: z.string(),
  /** Members of the team through this group. */
  members: digits,
  /** The administrator who bound it. */
  by_username: z.string(),
  addtime: date,
})

/** Sheaf only: the providers of signing in. All that write require a confirmed session. */
export const adminProvider = {
  /** In the order of their buttons. */
  getList: read('admin', {}, z.array(Provider)),
  /** With provider_id 0 a new one. Absent fields and ******** keep what is stored. */
  save: write(
    'admin',
    { provider_id: idOr0, kind: text(), name: text(60), form, is_on: flag, request_id: requestId },
    z.object({ provider_id: digits }),
  ),
  /** Refused while accounts are linked with it (providerInUse), unless `unlink` is 1. */
  delete: write('admin', { provider_id: id, unlink: flag }, nothing),
  /** All of them, in the new order. */
  reorder: write('admin', { provider_ids: json(z.array(z.coerce.number().int().positive()).max(PROVIDERS_MAX)) }, nothing),
  /** Whether the provider answers and accepts our id and secret, with the settings of the form, saved or not. Stores nothing. */
  test: write('admin', { provider_id: idOr0, kind: text(), form }, nothing),
  /** The groups of a provider, or with 0 of the directory, that are bound to teams. */
  rules: read('admin', { provider_id: idOr0 }, z.array(Rule)),
  /** Teams of all owners whose name contains the text: at most 20. */
  teams: read(
    'admin',
    { team_name: text() },
    z.array(z.object({ team_id: digits, team_name: z.string(), username: z.string(), name: z.string() })),
  ),
  /** Binds a group to a team. The owner of the team gets a notice. A group of the directory is given by its DN. */
  saveRule: write(
    'admin',
    { provider_id: idOr0, group_value: text(GROUP_MAX_CHARS), team_id: id, request_id: requestId },
    z.object({ rule_id: digits }),
  ),
  /** Ends a binding and the memberships that came from it. */
  deleteRule: write('admin', { rule_id: id }, nothing),
}
