import { randomHex } from '../../../auth/secrets.ts'
import { BACK } from '../oidc.ts'
import { emptyForm } from './form.ts'
import { type Answered, type Asked, appTokens, backAt, commonOf, type PresetServer, queryOf, startStandIn } from './stand-in.ts'

interface Person {
  userid: string
  name: string
  /** Instead of a user id: a visitor, who is no member. */
  openid?: string
  external_userid?: string
  status?: number
  department?: number[]
  email?: string
  biz_mail?: string
  /** Whether the member is in the range of the app. */
  isInRange?: boolean
}

const APP = { corp: 'wwddddccc7775555aaa', secret: 'YE1QrZ0Rlq3pVd4hXnQ7sWb2uTgK9mJc', agent: '1000002' }
const BROWSER = 'https://login.work.weixin.qq.com/wwlogin/sso/login'
const IN_APP = 'https://open.weixin.qq.com/connect/oauth2/authorize'

/** WeCom, from its public documentation: gettoken, auth/getuserinfo, auth/getuserdetail, user/get, agent/get. */
export async function startWecom(): Promise<PresetServer> {
  const people = new Map<string, Person>()
  const codes = new Map<string, { userid: string; agent: string; ticket: string }>()
  const given = appTokens()
  const tickets = new Map<string, string>()
  let made = 0

  const tail = (code: number) =>
    `hint: [1576065934_28_e0fae07666aa64636023c1fa7e8f49a4], from ip: 203.0.113.9, more info at https://open.work.weixin.qq.com/devtool/query?e=${code}`
  const refuse = (errcode: number, errmsg: string): Answered => ({ body: { errcode, errmsg: `${errmsg}, ${tail(errcode)}` } })
  const fine = (more: object): Answered => ({ body: { errcode: 0, errmsg: 'ok', ...more } })

  function appToken({ query }: Asked): Answered {
    given.count += 1
    if (query.get('corpid') !== APP.corp) return refuse(40013, 'invalid corpid')
    if (query.get('corpsecret') !== APP.secret) return refuse(40001, 'invalid credential')
    const access_token = randomHex(40)
    given.tokens.add(access_token)
    return fine({ access_token, expires_in: 7200 })
  }

  function userInfo({ query }: Asked): Answered {
    const found = codes.get(query.get('code') ?? '')
    codes.delete(query.get('code') ?? '')
    if (!found || found.agent !== APP.agent) return refuse(40029, 'invalid code')
    const { openid, external_userid, userid } = people.get(found.userid) as Person
    if (openid) return fine({ openid, ...(external_userid ? { external_userid } : {}) })
    return fine({ userid, ...(found.ticket ? { user_ticket: found.ticket, expires_in: 1800 } : {}) })
  }

  function member({ query }: Asked): Answered {
    const person = [...people.values()].find(({ userid }) => userid === query.get('userid'))
    if (!person) return refuse(60111, 'userid not found')
    if (person.isInRange === false) return refuse(60011, 'no privilege to access/modify contact/party/agent')
    const { userid, name, department = [1, 2], status = 1, email, biz_mail } = person
    const mail = { ...(email ? { email } : {}), ...(biz_mail ? { biz_mail } : {}) }
    return fine({
      userid,
      name,
      department,
      order: [1, 2],
      position: '',
      ...mail,
      status,
      isleader: 0,
      enable: 1,
      main_department: department[0],
    })
  }

  function detail({ json }: Asked): Answered {
    const userid = tickets.get(String(json['user_ticket']))
    if (!userid) return refuse(40094, 'invalid user_ticket')
    return fine({ userid, gender: '1', avatar: 'http://shp.qpic.cn/bizmp/xxxxxxxxxxx/0', email: `${userid}@acme.example`, biz_mail: '' })
  }

  const calls: Record<string, (asked: Asked) => Answered> = {
    'GET /cgi-bin/auth/getuserinfo': userInfo,
    'GET /cgi-bin/user/get': member,
    'POST /cgi-bin/auth/getuserdetail': detail,
    'GET /cgi-bin/agent/get': ({ query }) =>
      query.get('agentid') === APP.agent
        ? fine({ agentid: Number(APP.agent), name: 'Sheaf', square_logo_url: '', close: 0, redirect_domain: 'localhost' })
        : refuse(301002, 'not allow operate another agent with this accesstoken'),
  }

  const standIn = await startStandIn(['qyapi.weixin.qq.com'], (asked) => {
    if (asked.path === '/cgi-bin/gettoken') return appToken(asked)
    const call = calls[`${asked.method} ${asked.path}`]
    if (!call) return { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>404</html>' }
    if (!given.tokens.has(asked.query.get('access_token') ?? '')) return refuse(40014, 'invalid access_token')
    return call(asked)
  })

  /** Where the browser is sent, by the two addresses of WeCom. */
  function sent(address: string) {
    const isInApp = address.startsWith(IN_APP)
    if (isInApp && !address.endsWith('#wechat_redirect')) throw new Error(`not as documented: ${address}`)
    const query = queryOf(address, isInApp ? IN_APP : BROWSER)
    if (!isInApp && query.get('login_type') !== 'CorpApp') throw new Error(`not as documented: ${address}`)
    return { redirect: query.get('redirect_uri') ?? '', state: query.get('state') ?? '', query }
  }

  return {
    ...commonOf(standIn, given, APP.secret, tickets),
    kind: 'wecom',
    form: (more = {}) => ({
      ...emptyForm,
      client_id: APP.corp,
      client_secret: APP.secret,
      agent_id: APP.agent,
      redirectUri: BACK,
      ...more,
    }),
    hire(name, more = {}) {
      const userid = `Emma${++made}x${randomHex(3)}`
      people.set(userid, { userid, name, ...more })
      return userid
    },
    enter(address, userid) {
      const { redirect, state, query } = sent(address)
      const code = randomHex(20)
      const ticket = query.get('scope') === 'snsapi_privateinfo' ? randomHex(20) : ''
      if (ticket) tickets.set(ticket, userid)
      codes.set(code, { userid, agent: query.get('agentid') ?? '', ticket })
      return backAt(redirect, { code, state })
    },
    decline(address) {
      const { redirect, state } = sent(address)
      return backAt(redirect, { state })
    },
  }
}
