import { createHash } from 'node:crypto'
import { randomHex } from '../../../auth/secrets.ts'
import { BACK } from '../oidc.ts'
import { emptyForm } from './form.ts'
import { type Answered, type Asked, appTokens, backAt, commonOf, type PresetServer, queryOf, startStandIn } from './stand-in.ts'

interface Person {
  union_id: string
  name: string
  tenant_key: string
  email?: string
  enterprise_email?: string
  department_ids?: string[]
  status?: Record<string, boolean>
  /** Whether the app is published to this person. */
  isInRange?: boolean
  /** Whether the person is in the contacts that the app may read. */
  isReadable?: boolean
}

const APP = { id: 'cli_a5ca35a685b0x26e', secret: 'baBqE5um9LbFGDy3X7LcfxQX1sqpXlwy', tenant: '736588c9260f175d' }

/** Feishu, from its public documentation: authen/v1, authen/v2, auth/v3, contact/v3, tenant/v2. */
export async function startFeishu(): Promise<PresetServer> {
  const people = new Map<string, Person>()
  const codes = new Map<string, { union_id: string; client_id: string; challenge: string; redirect: string }>()
  const personTokens = new Map<string, string>()
  const given = appTokens()

  const fail = (code: number, error: string, error_description: string): Answered => ({
    status: 400,
    body: { code, error, error_description },
  })
  const refuse = (code: number, msg: string, status = 400): Answered => ({ status, body: { code, msg, error: { log_id: '2024081510' } } })

  function token({ json }: Asked): Answered {
    if (json['client_id'] !== APP.id) return fail(20048, 'invalid_client', 'The specified app does not exist.')
    if (json['client_secret'] !== APP.secret) return fail(20002, 'invalid_client', 'The client secret is invalid.')
    const found = codes.get(String(json['code']))
    if (!found) return fail(20003, 'invalid_grant', 'The authorization code is invalid.')
    codes.delete(String(json['code']))
    if (found.client_id !== json['client_id']) return fail(20024, 'invalid_grant', 'The code does not match the provided client ID.')
    if (found.redirect !== json['redirect_uri']) return fail(20071, 'invalid_grant', 'The redirect URI does not match.')
    if (createHash('sha256').update(String(json['code_verifier'])).digest('base64url') !== found.challenge)
      return fail(20049, 'invalid_grant', 'PKCE verification failed.')
    const person = people.get(found.union_id)
    if (person?.isInRange === false) return fail(20010, 'access_denied', 'The user does not have permission to use this app.')
    const access_token = `eyJhbGciOiJFUzI1NiIs${randomHex(20)}`
    personTokens.set(access_token, found.union_id)
    return { body: { code: 0, access_token, expires_in: 7200, token_type: 'Bearer', scope: 'auth:user.id:read' } }
  }

  function appToken({ json }: Asked): Answered {
    given.count += 1
    if (json['app_id'] !== APP.id) return { body: { code: 10003, msg: 'invalid param' } }
    if (json['app_secret'] !== APP.secret) return { body: { code: 10014, msg: 'app secret invalid' } }
    const tenant_access_token = `t-g10${randomHex(16)}`
    given.tokens.add(tenant_access_token)
    return { body: { code: 0, msg: 'ok', tenant_access_token, expire: 7200 } }
  }

  const bearerOf = ({ headers }: Asked) => (headers.authorization ?? '').replace(/^Bearer /, '')

  function userInfo(asked: Asked): Answered {
    const person = people.get(personTokens.get(bearerOf(asked)) ?? '')
    if (!person) return refuse(20005, 'The user access token passed is invalid. Please check the value', 401)
    const { union_id, name, tenant_key, email, enterprise_email } = person
    const mail = { ...(email ? { email } : {}), ...(enterprise_email ? { enterprise_email } : {}) }
    return {
      body: {
        code: 0,
        msg: 'success',
        data: {
          name,
          en_name: name,
          avatar_url: 'https://www.feishu.cn/avatar/icon',
          open_id: `ou_${union_id}`,
          union_id,
          ...mail,
          tenant_key,
        },
      },
    }
  }

  function contact(asked: Asked): Answered {
    if (!given.tokens.has(bearerOf(asked))) return refuse(99991663, 'Invalid access token for authorization. Please make a test attempt')
    const person = people.get(decodeURIComponent(asked.path.split('/').at(-1) ?? ''))
    if (!person || person.isReadable === false) return refuse(41050, 'no user authority error')
    const { union_id, name, department_ids, status } = person
    const whole = { is_frozen: false, is_resigned: false, is_activated: true, is_exited: false, is_unjoin: false, ...status }
    return {
      body: { code: 0, msg: 'success', data: { user: { union_id, name, ...(department_ids ? { department_ids } : {}), status: whole } } },
    }
  }

  function tenant(asked: Asked): Answered {
    if (!given.tokens.has(bearerOf(asked))) return refuse(99991663, 'Invalid access token for authorization. Please make a test attempt')
    return {
      body: {
        code: 0,
        msg: 'success',
        data: { tenant: { name: 'Acme', display_id: 'F123456789', tenant_tag: 0, tenant_key: APP.tenant } },
      },
    }
  }

  const standIn = await startStandIn(['open.feishu.cn', 'open.larksuite.com'], (asked) => {
    const at = `${asked.method} ${asked.path.replace('/open-apis', '')}`
    if (at === 'POST /authen/v2/oauth/token') return token(asked)
    if (at === 'POST /auth/v3/tenant_access_token/internal') return appToken(asked)
    if (at === 'GET /authen/v1/user_info') return userInfo(asked)
    if (at.startsWith('GET /contact/v3/users/')) return contact(asked)
    if (at === 'GET /tenant/v2/tenant/query') return tenant(asked)
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' }
  })

  return {
    ...commonOf(standIn, given, APP.secret, personTokens),
    kind: 'feishu',
    form: (more = {}) => ({ ...emptyForm, client_id: APP.id, client_secret: APP.secret, tenant: APP.tenant, redirectUri: BACK, ...more }),
    hire(name, more = {}) {
      const union_id = `on_${randomHex(16)}`
      people.set(union_id, { union_id, name, tenant_key: APP.tenant, department_ids: ['od-4e6ac4d14bcd5071'], ...more })
      return union_id
    },
    enter(address, union_id) {
      const query = queryOf(address, 'https://accounts.feishu.cn/open-apis/authen/v1/authorize')
      const [redirect, client_id] = [query.get('redirect_uri') ?? '', query.get('client_id') ?? '']
      const code = randomHex(16)
      codes.set(code, { union_id, client_id, challenge: query.get('code_challenge') ?? '', redirect })
      return backAt(redirect, { code, state: query.get('state') ?? '' })
    },
    decline(address) {
      const query = queryOf(address, 'https://accounts.feishu.cn/open-apis/authen/v1/authorize')
      return backAt(query.get('redirect_uri') ?? '', { error: 'access_denied', state: query.get('state') ?? '' })
    },
  }
}
