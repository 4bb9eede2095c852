import { randomHex } from '../../../auth/secrets.ts'
import { BACK } from '../oidc.ts'
import { emptyForm } from './form.ts'
import { type Answered, type Asked, appTokens, backAt, commonOf, type PresetServer, queryOf, startStandIn } from './stand-in.ts'

interface Person {
  unionId: string
  userid: string
  name: string
  /** The company that the person chooses at the sign-in. */
  corpId: string
  contact_type: number
  isMember: boolean
  org_email?: string
  dept_id_list?: number[]
  active?: boolean
  /** Whether the app may read this member. */
  isInRange?: boolean
}

const APP = { id: 'dingxxaxmhxarcq5yxua', secret: 'Zt8gkYfLGb1nTj2wQqRu0oYb3kDh', corp: 'ding01dcd8e1b2abb887' }

/** DingTalk, from its public documentation: oauth2_1.0, contact_1.0, topapi. */
export async function startDingtalk(): Promise<PresetServer> {
  const people = new Map<string, Person>()
  const codes = new Map<string, { unionId: string; clientId: string }>()
  const personTokens = new Map<string, string>()
  const given = appTokens()
  let made = 0

  const fail = (status: number, code: string, message: string): Answered => ({
    status,
    body: { code, message, requestid: randomHex(8).toUpperCase() },
  })
  const refuse = (errcode: number, errmsg: string, more = {}): Answered => ({
    body: { errcode, ...more, errmsg, request_id: '16l4ew3d47pdp' },
  })

  function personToken({ json }: Asked): Answered {
    if (json['clientId'] !== APP.id || json['clientSecret'] !== APP.secret)
      return fail(400, 'invalidClientIdOrSecret', '无效的clientId或者clientSecret')
    const found = codes.get(String(json['code']))
    codes.delete(String(json['code']))
    if (!found || found.clientId !== json['clientId']) return fail(400, 'invalidParameter.authCode.notFound', '不存在的临时授权码')
    const accessToken = randomHex(16)
    personTokens.set(accessToken, found.unionId)
    return { body: { expireIn: 7200, accessToken, refreshToken: randomHex(16), corpId: people.get(found.unionId)?.corpId } }
  }

  function appToken({ json }: Asked): Answered {
    given.count += 1
    if (json['appKey'] !== APP.id || json['appSecret'] !== APP.secret)
      return fail(400, 'invalidClientIdOrSecret', '无效的clientId或者clientSecret')
    const accessToken = randomHex(16)
    given.tokens.add(accessToken)
    return { body: { accessToken, expireIn: 7200 } }
  }

  function me({ headers }: Asked): Answered {
    const person = people.get(personTokens.get(String(headers['x-acs-dingtalk-access-token'])) ?? '')
    if (!person) return fail(401, 'InvalidAuthentication', '不合法的access_token')
    const { unionId, name } = person
    return {
      body: {
        nick: name,
        avatarUrl: 'https://static-legacy.dingtalk.com/media/lADPBE1XYGpy',
        openId: `o${unionId}`,
        unionId,
        stateCode: '86',
      },
    }
  }

  function byUnion({ json }: Asked): Answered {
    const person = people.get(String(json['unionid']))
    if (!person?.isMember) return refuse(60121, '找不到该用户')
    return {
      body: { errcode: 0, errmsg: 'ok', result: { contact_type: person.contact_type, userid: person.userid }, request_id: 'fmf4maloop0' },
    }
  }

  function member({ json }: Asked): Answered {
    const person = [...people.values()].find(({ userid }) => userid === json['userid'])
    if (!person) return refuse(60121, '找不到该用户')
    if (person.isInRange === false) return refuse(50002, '请求的员工userid不在授权范围内')
    const { userid, unionId: unionid, name, org_email, dept_id_list = [1], active = true } = person
    const result = { userid, unionid, name, active, admin: false, boss: false, dept_id_list, ...(org_email ? { org_email } : {}) }
    return { body: { errcode: 0, errmsg: 'ok', result, request_id: '3uc8m1h1lqs' } }
  }

  function company(asked: Asked): Answered {
    if (!given.tokens.has(asked.query.get('access_token') ?? ''))
      return refuse(88, 'ding talk error[subcode=40014,submsg=不合法的access_token]', {
        sub_code: '40014',
        sub_msg: '不合法的access_token',
      })
    if (asked.path === '/topapi/user/getbyunionid') return byUnion(asked)
    if (asked.path === '/topapi/v2/user/get') return member(asked)
    return refuse(22, 'Invalid method[submsg=不合法ApiName]')
  }

  const standIn = await startStandIn(['api.dingtalk.com', 'oapi.dingtalk.com'], (asked) => {
    const at = `${asked.method} ${asked.host}${asked.path}`
    if (at === 'POST api.dingtalk.com/v1.0/oauth2/userAccessToken') return personToken(asked)
    if (at === 'POST api.dingtalk.com/v1.0/oauth2/accessToken') return appToken(asked)
    if (at === 'GET api.dingtalk.com/v1.0/contact/users/me') return me(asked)
    if (at.startsWith('POST oapi.dingtalk.com/topapi/')) return company(asked)
    return fail(404, 'InvalidAction.NotFound', 'Specified api is not found, please check your url and method.')
  })

  return {
    ...commonOf(standIn, given, APP.secret, personTokens),
    kind: 'dingtalk',
    form: (more = {}) => ({ ...emptyForm, client_id: APP.id, client_secret: APP.secret, tenant: APP.corp, redirectUri: BACK, ...more }),
    hire(name, more = {}) {
      const unionId = `z21HjQliSzpw0Y${randomHex(6)}iEiE`
      people.set(unionId, { unionId, userid: `manager${4220 + ++made}`, name, corpId: APP.corp, contact_type: 0, isMember: true, ...more })
      return unionId
    },
    enter(address, unionId) {
      const query = queryOf(address, 'https://login.dingtalk.com/oauth2/auth')
      if (query.get('scope') !== 'openid corpid' || query.get('prompt') !== 'consent') throw new Error(`not as documented: ${address}`)
      const authCode = randomHex(16)
      codes.set(authCode, { unionId, clientId: query.get('client_id') ?? '' })
      return backAt(query.get('redirect_uri') ?? '', { authCode, state: query.get('state') ?? '' })
    },
    decline(address) {
      const query = queryOf(address, 'https://login.dingtalk.com/oauth2/auth')
      return backAt(query.get('redirect_uri') ?? '', { error: 'access_denied', state: query.get('state') ?? '' })
    },
  }
}
