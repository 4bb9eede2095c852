import { type ProviderForm, Refusal } from '@sheaf/contract'
import { groupsIn, type ProviderPerson, scalar } from '../person.ts'
import { ownAddressIn, type Reply, unexpected } from './ask.ts'
import { domainOf, type Means, type Preset, withQuery } from './preset.ts'
import { TokenRefused, tokenIn } from './token.ts'

const DOMAIN = 'work.weixin.qq.com'

/** A private deployment has all three at one host. */
function addressesOf({ host }: ProviderForm) {
  if (host.trim() === '') return { api: 'https://qyapi.weixin.qq.com', login: `https://login.${DOMAIN}`, app: 'https://open.weixin.qq.com' }
  const { scheme, domain } = domainOf(host, DOMAIN)
  const one = `${scheme}://${domain}`
  return { api: one, login: one, app: one }
}

const WRONG_CLIENT = ['40001', '40013', '40091']
const TOKEN_ENDED = ['40014', '41001', '42001']
const NO_PERSON = ['46004', '60111']
const NO_RIGHT = ['48002', '48004']
const WRONG_AGENT = ['40056', '301002']

/** All calls answer an error with HTTP 200 and its number in `errcode`. */
function mustBeFine(reply: Reply, form: ProviderForm) {
  const { body, place } = reply
  const number = scalar(body['errcode'])
  if (number === '0' && reply.status < 400) return
  if (number === '60020') {
    const address = ownAddressIn(body['errmsg'])
    if (address) throw new Refusal('wecomAddress', { address })
  }
  if (TOKEN_ENDED.includes(number)) throw new TokenRefused(reply, number)
  if (WRONG_CLIENT.includes(number)) throw new Refusal('providerClient')
  if (number === '40029') throw new Refusal('providerCode')
  if (number === '50001') throw new Refusal('providerReturn', { address: form.redirectUri })
  if (number === '60011') throw new Refusal('providerRange', { place })
  if (NO_PERSON.includes(number)) throw new Refusal('notOurTenant')
  if (NO_RIGHT.includes(number)) throw new Refusal('providerRight', { place, problem: number })
  if (WRONG_AGENT.includes(number)) throw new Refusal('providerAgent')
  throw unexpected(reply, number)
}

/** A call with the token of the app, which is in the address by design of WeCom. */
const appCall =
  (form: ProviderForm, path: string, query: Record<string, string>, { ask }: Means, json?: object) =>
  async (access_token: string) => {
    const reply = await ask(withQuery(`${addressesOf(form).api}/cgi-bin/${path}`, { access_token, ...query }), json ? { json } : {})
    mustBeFine(reply, form)
    return reply.body
  }

/** What a member allowed the app to see; nothing when they did not, or when the app has no right to it. */
async function privateOf(form: ProviderForm, user_ticket: string, means: Means): Promise<Record<string, unknown>> {
  if (form.private_mail !== '1' || user_ticket === '') return {}
  const asked = means.withToken(appCall(form, 'auth/getuserdetail', {}, means, { user_ticket }))
  return asked.catch((error: unknown) => {
    // The mail address is not needed for signing in.
    if (error instanceof Refusal && ['providerAnswer', 'providerRight', 'providerRange'].includes(error.error)) return {}
    throw error
  })
}

/** States of a member: disabled by the company, and left. */
const GONE = ['2', '5']

export const wecom: Preset = {
  domain: DOMAIN,

  signInAddress(form, { state, isInApp }) {
    const { login, app } = addressesOf(form)
    const shared = { redirect_uri: form.redirectUri, state }
    if (!isInApp)
      return withQuery(`${login}/wwlogin/sso/login`, {
        login_type: 'CorpApp',
        appid: form.client_id,
        agentid: form.agent_id,
        ...shared,
      })
    const scope = form.private_mail === '1' ? 'snsapi_privateinfo' : 'snsapi_base'
    const query = { appid: form.client_id, redirect_uri: form.redirectUri, response_type: 'code', scope, state, agentid: form.agent_id }
    return new URL(`${withQuery(`${app}/connect/oauth2/authorize`, query).href}#wechat_redirect`)
  },

  async takeToken(form, ask) {
    const query = { corpid: form.client_id, corpsecret: form.client_secret }
    const reply = await ask(withQuery(`${addressesOf(form).api}/cgi-bin/gettoken`, query))
    mustBeFine(reply, form)
    return tokenIn(reply, reply.body['access_token'], reply.body['expires_in'])
  },

  async person(form, { code }, means): Promise<ProviderPerson> {
    const user = await means.withToken(appCall(form, 'auth/getuserinfo', { code }, means))
    const userid = scalar(user['userid'])
    // A visitor has an openid, and a member of a linked company has its id before a slash.
    if (userid === '' && (scalar(user['openid']) || scalar(user['external_userid']))) throw new Refusal('notOurTenant')
    if (userid === '') throw new Refusal('providerNobody')
    if (userid.includes('/')) throw new Refusal('notOurTenant')
    // A code is given to all members of the company. This call succeeds for those in the range of the app only.
    const member = await means.withToken(appCall(form, 'user/get', { userid }, means))
    if (scalar(member['userid']).toLowerCase() !== userid.toLowerCase()) throw new Refusal('providerNobody')
    if (GONE.includes(scalar(member['status'])) || member['enable'] === 0) throw new Refusal('providerDisabled')
    const detail = await privateOf(form, scalar(user['user_ticket']), means)
    const email = [detail, member].flatMap((one) => [scalar(one['biz_mail']), scalar(one['email'])]).find(Boolean) ?? ''
    const groups = groupsIn(member['department'])
    return {
      // WeCom does not distinguish capital letters in it.
      subject: `${form.client_id}:${userid.toLowerCase()}`,
      username: userid,
      name: scalar(member['name']),
      email,
      isVerified: false,
      ...(groups ? { groups } : {}),
    }
  },

  async trial(form, means) {
    await means.withToken(appCall(form, 'agent/get', { agentid: form.agent_id }, means))
  },
}
