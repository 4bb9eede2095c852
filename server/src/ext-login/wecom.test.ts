import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { presetBrowser } from '../test/servers/preset/browser.ts'
import { presetCases } from '../test/servers/preset/cases.ts'
import type { PresetServer } from '../test/servers/preset/stand-in.ts'
import { startWecom } from '../test/servers/preset/wecom.ts'

let wecom: PresetServer
beforeAll(async () => {
  wecom = await startWecom()
})
afterAll(() => wecom.close())

const who = '/cgi-bin/auth/getuserinfo'
const AGENT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 wxwork/4.1.20 MicroMessenger/7.0.1'

describe('WeCom', () => {
  presetCases(
    () => wecom,
    {
      who,
      token: '/cgi-bin/gettoken',
      noPerson: { errcode: 0, errmsg: 'ok' },
      asArray: { errcode: 0, errmsg: 'ok', userid: ['Emma1'] },
      others: [
        ['a visitor who is no member', { openid: 'oAAAABBBBccccDDDD' }, 'notOurTenant'],
        ['an outside contact', { openid: 'oAAAABBBBccccDDDD', external_userid: 'wmAAAABBBB' }, 'notOurTenant'],
        ['a member of a linked company', { userid: 'wwotherother/Emma' }, 'notOurTenant'],
        ['a disabled member', { status: 2 }, 'providerDisabled'],
        ['a member who has left', { status: 5 }, 'providerDisabled'],
        ['a member outside the range of the app', { isInRange: false }, 'providerRange'],
      ],
      declined: 'wecomRefused',
      subject: (person) => `wwddddccc7775555aaa:${person.toLowerCase()}`,
    },
    (product) => {
      let browser: ReturnType<typeof presetBrowser>
      beforeEach(() => {
        browser = presetBrowser(product, wecom)
      })

      it('inside its app, uses the sign-in of the app', async () => {
        const id = await browser.open()
        const one = product.visitor()
        const address = await browser.begin(one, id, '', { 'user-agent': AGENT })
        expect(address).toMatch(/^https:\/\/open\.weixin\.qq\.com\/connect\/oauth2\/authorize\?.*scope=snsapi_base.*#wechat_redirect$/)
        expect(await browser.back(one, wecom.enter(address, wecom.hire('Emma Wang')))).toBe('/item/index')
      })

      it('asks for the mail address only if that is switched on, and signs in without it', async () => {
        const id = await browser.open({ private_mail: '1' })
        const [one, two] = [product.visitor(), product.visitor()]
        const person = wecom.hire('Emma Wang')
        const address = await browser.begin(one, id, '', { 'user-agent': AGENT })
        expect(new URL(address).searchParams.get('scope')).toBe('snsapi_privateinfo')
        await browser.back(one, wecom.enter(address, person))
        expect(await one.api.user.info({})).toMatchObject({ email: `${person}@acme.example`, email_verify: '0' })
        wecom.fault.now = ({ path }) => (path.endsWith('getuserdetail') ? { body: { errcode: 40094, errmsg: 'invalid' } } : undefined)
        const again = wecom.enter(await browser.begin(two, id, '', { 'user-agent': AGENT }), wecom.hire('Liam Li'))
        expect(await browser.back(two, again)).toBe('/item/index')
        expect((await two.api.user.info({})).email).toBe('')
      })

      it('names the address of this server when WeCom does not accept it', async () => {
        const errmsg =
          'not allow to access from your ip, hint: [1576065934_28_e0fae07666aa64636023c1fa7e8f49a4], from ip: 203.0.113.9, more info at https://open.work.weixin.qq.com/devtool/query?e=60020'
        wecom.fault.now = ({ path }) => (path === who || path.endsWith('agent/get') ? { body: { errcode: 60020, errmsg } } : undefined)
        expect(await browser.test()).toBe(
          'WeCom does not accept calls from this server (203.0.113.9). Add it to the trusted IPs of the app',
        )
        const id = await browser.open()
        expect(await browser.signIn(product.visitor(), id, wecom.hire('Emma Wang'))).toBe(
          '/user/login?problem=wecomAddress&address=203.0.113.9',
        )
        wecom.fault.now = ({ path }) =>
          path.endsWith('agent/get') ? { body: { errcode: 60020, errmsg: 'from ip: <b>, or 999.1.1.1' } } : undefined
        expect(await browser.test()).toMatch(/cannot be used: 60020$/)
      })

      it('a test names an AgentId of another app, and a callback that is not a trusted domain', async () => {
        expect(await browser.test({ agent_id: '1000099' })).toMatch(/no app with this AgentId/)
        wecom.fault.now = ({ path }) =>
          path.endsWith('agent/get') ? { body: { errcode: 50001, errmsg: 'redirect_uri is not in trusted domain' } } : undefined
        expect(await browser.test()).toMatch(/does not know the callback address http:\/\/localhost\/api\/ExtLogin\/oauth2/)
      })
    },
  )
})
