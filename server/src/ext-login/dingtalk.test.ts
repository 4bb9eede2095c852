import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { presetBrowser } from '../test/servers/preset/browser.ts'
import { presetCases } from '../test/servers/preset/cases.ts'
import { startDingtalk } from '../test/servers/preset/dingtalk.ts'
import type { PresetServer } from '../test/servers/preset/stand-in.ts'

let dingtalk: PresetServer
beforeAll(async () => {
  dingtalk = await startDingtalk()
})
afterAll(() => dingtalk.close())

describe('DingTalk', () => {
  presetCases(
    () => dingtalk,
    {
      who: '/v1.0/contact/users/me',
      token: '/v1.0/oauth2/accessToken',
      noPerson: { nick: 'Emma', openId: 'o1' },
      asArray: { nick: 'Emma', unionId: ['z21HjQliSzpw0Y'] },
      others: [
        ['a person who chose another company', { corpId: 'ding999' }, 'notOurTenant'],
        ['a person who chose no company', { corpId: undefined }, 'notOurTenant'],
        ['a person who is not in the company', { isMember: false }, 'notOurTenant'],
        ['an outside contact of the company', { contact_type: 1 }, 'notOurTenant'],
        ['a disabled member', { active: false }, 'providerDisabled'],
        ['a member outside the range of the app', { isInRange: false }, 'providerRange'],
      ],
      declined: 'outsideRefused',
      subject: (person) => `ding01dcd8e1b2abb887:${person}`,
    },
    (product) => {
      let browser: ReturnType<typeof presetBrowser>
      beforeEach(() => {
        browser = presetBrowser(product, dingtalk)
      })

      it('takes the address of the company, and signs in at the company of the settings', async () => {
        const id = await browser.open()
        const one = product.visitor()
        const address = await browser.begin(one, id)
        expect(new URL(address).searchParams.get('corpId')).toBe('ding01dcd8e1b2abb887')
        const org_email = `e${Date.now()}@acme.example`
        await browser.back(one, dingtalk.enter(address, dingtalk.hire('Emma Wang', { org_email })))
        expect(await one.api.user.info({})).toMatchObject({ name: 'Emma Wang', email: org_email, email_verify: '0' })
      })

      it('a test names a permission that the app lacks, and the address that is not allowed', async () => {
        const sub_msg = '应用尚未开通所需的权限：[qyapi_get_member]'
        const denied = { errcode: 88, sub_code: '60011', sub_msg, errmsg: `ding talk error[subcode=60011,submsg=${sub_msg}]` }
        dingtalk.fault.now = ({ path }) => (path === '/topapi/user/getbyunionid' ? { body: denied } : undefined)
        expect(await browser.test()).toMatch(/lacks a permission .*qyapi_get_member/)
        const errmsg = '访问ip不在白名单之中,request ip=203.0.113.9 corpId(ding01dcd8e1b2abb887)'
        dingtalk.fault.now = ({ path }) => (path === '/topapi/user/getbyunionid' ? { body: { errcode: 60020, errmsg } } : undefined)
        expect(await browser.test()).toMatch(/DingTalk does not accept calls from this server \(203\.0\.113\.9\)/)
      })

      it('dingtalk.io gives the international service', async () => {
        const id = await browser.open({ host: 'dingtalk.io' })
        expect(new URL(await browser.begin(product.visitor(), id)).origin).toBe('https://login.dingtalk.io')
      })
    },
  )
})
