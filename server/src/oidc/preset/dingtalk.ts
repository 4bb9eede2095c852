import { type ProviderForm, Refusal } from '@sheaf/contract'
import { groupsIn, objectIn, type ProviderPerson, scalar } from '../person.ts'
import { ownAddressIn, type Reply, unexpected } from './ask.ts'
import { domainOf, type Means, type Preset, withQuery } from './preset.ts'
import { TokenRefused, tokenIn } from './token.ts'

const DOMAIN = 'dingtalk.com'

/** `dingtalk.io` gives the international service. The newer calls are at `api`, those about the company at `oapi`. */
function addressesOf({ host }: ProviderForm) {
  const { scheme, domain } = domainOf(host, DOMAIN)
  return { login: `${scheme}://login.${domain}`, api: `${scheme}://api.${domain}`, oapi: `${scheme}://oapi.${domain}` }
}

/** The newer calls answer an error with a status and the name of the error in `code`. */
function mustBeFine(reply: Reply) {
  const name = scalar(reply.body['code'])
  if (name === '' && reply.status < 400) return
  if (name === 'invalidClientIdOrSecret') throw new Refusal('providerClient')
  if (/^invalidParameter\.authCode\b/i.test(name)) throw new Refusal('providerCode')
  refuseAddress(name, reply, reply.body['message'])
  if (/^Forbidden\b/.test(name)) throw new Refusal('providerRight', { place: reply.place, problem: name.slice(0, 80) })
  throw unexpected(reply, name)
}

function refuseAddress(number: string, { place }: Reply, message: unknown) {
  if (number !== '60020' && !/IpNotInWhiteList/i.test(number)) return
  const address = ownAddressIn(message)
  throw address ? new Refusal('dingtalkAddress', { address }) : new Refusal('providerAnswer', { place, problem: number })
}

const TOKEN_ENDED = ['40014', '42001', '40001']
const NO_PERSON = ['60121', '33012']
const NOT_IN_RANGE = ['50002', '50004']

/** The calls about the company answer with HTTP 200 and a number; 88 has the number in `sub_code`. */
function mustBeFound(reply: Reply): Record<string, unknown> {
  const { body, place } = reply
  const errcode = scalar(body['errcode'])
  if (errcode === '0' && reply.status < 400) return objectIn(body['result'])
  const number = errcode === '88' ? scalar(body['sub_code']) : errcode
  if (TOKEN_ENDED.includes(number)) throw new TokenRefused(reply, number)
  if (NO_PERSON.includes(number)) throw new Refusal('notOurTenant')
  if (NOT_IN_RANGE.includes(number)) throw new Refusal('providerRange', { place })
  if (number === '60011') throw new Refusal('providerRight', { place, problem: 'qyapi_get_member' })
  refuseAddress(number, reply, body['sub_msg'] ?? body['errmsg'])
  throw unexpected(reply, number)
}

/** The token of the person, if they signed in as a member of the company of the settings. */
async function personToken(form: ProviderForm, code: string, { ask }: Means) {
  const reply = await ask(new URL(`${addressesOf(form).api}/v1.0/oauth2/userAccessToken`), {
    json: { clientId: form.client_id, clientSecret: form.client_secret, code, grantType: 'authorization_code' },
  })
  mustBeFine(reply)
  const { token } = tokenIn(reply, reply.body['accessToken'], reply.body['expireIn'])
  if (scalar(reply.body['corpId']) !== form.tenant) throw new Refusal('notOurTenant')
  return token
}

/** A call about the company, whose token is in the address by design of DingTalk. */
const companyCall =
  (form: ProviderForm, path: string, json: object, { ask }: Means) =>
  async (access_token: string) =>
    mustBeFound(await ask(withQuery(`${addressesOf(form).oapi}/topapi/${path}`, { access_token }), { json }))

/** The number of a member by the union id; outside contacts of the company have one too. */
async function memberOf(form: ProviderForm, unionid: string, means: Means): Promise<string> {
  const found = await means.withToken(companyCall(form, 'user/getbyunionid', { unionid }, means))
  const userid = scalar(found['userid'])
  if (userid === '') throw new Refusal('providerNobody')
  if (scalar(found['contact_type']) !== '0') throw new Refusal('notOurTenant')
  return userid
}

/** A union id that no person has: finding it fails in one way when the app may look for members, and in another when it may not. */
const NO_ONE = 'sheaf-trial'

export const dingtalk: Preset = {
  domain: DOMAIN,

  signInAddress: (form, { state }) =>
    withQuery(`${addressesOf(form).login}/oauth2/auth`, {
      redirect_uri: form.redirectUri,
      response_type: 'code',
      client_id: form.client_id,
      scope: 'openid corpid',
      state,
      prompt: 'consent',
      corpId: form.tenant,
    }),

  async takeToken(form, ask) {
    const reply = await ask(new URL(`${addressesOf(form).api}/v1.0/oauth2/accessToken`), {
      json: { appKey: form.client_id, appSecret: form.client_secret },
    })
    mustBeFine(reply)
    return tokenIn(reply, reply.body['accessToken'], reply.body['expireIn'])
  },

  async person(form, { code }, means): Promise<ProviderPerson> {
    const token = await personToken(form, code, means)
    const me = await means.ask(new URL(`${addressesOf(form).api}/v1.0/contact/users/me`), {
      headers: { 'x-acs-dingtalk-access-token': token },
    })
    mustBeFine(me)
    const unionId = scalar(me.body['unionId'])
    if (unionId === '') throw new Refusal('providerNobody')
    const userid = await memberOf(form, unionId, means)
    const member = await means.withToken(companyCall(form, 'v2/user/get', { userid }, means))
    if (scalar(member['unionid']) !== unionId) throw new Refusal('notOurTenant')
    if (member['active'] === false) throw new Refusal('providerDisabled')
    const email = scalar(member['org_email'])
    const name = scalar(member['name']) || scalar(me.body['nick'])
    const groups = groupsIn(member['dept_id_list'])
    return {
      subject: `${form.tenant}:${unionId}`,
      username: email.replace(/@.*/, '') || name || userid,
      name,
      email,
      isVerified: false,
      ...(groups ? { groups } : {}),
    }
  },

  async trial(form, means) {
    const looked = means.withToken(companyCall(form, 'user/getbyunionid', { unionid: NO_ONE }, means))
    await looked.catch((error: unknown) => {
      // No such member, which only an app with the permission is answered.
      if (!(error instanceof Refusal) || error.error !== 'notOurTenant') throw error
    })
  },
}
