import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { presetBrowser } from '../test/servers/preset/browser.ts'
import { presetCases } from '../test/servers/preset/cases.ts'
import { startFeishu } from '../test/servers/preset/feishu.ts'
import type { PresetServer } from '../test/servers/preset/stand-in.ts'

let feishu: PresetServer
beforeAll(async () => {
  feishu = await startFeishu()
})
afterAll(() => feishu.close())

const who = '/open-apis/authen/v1/user_info'

describe('Feishu', () => {
  presetCases(
    () => feishu,
    {
      who,
      token: '/open-apis/auth/v3/tenant_access_token/internal',
      noPerson: { code: 0, msg: 'success', data: {} },
      asArray: { code: 0, msg: 'success', data: [{ union_id: 'on_1', tenant_key: '736588c9260f175d' }] },
      others: [
        ['a member of another tenant', { tenant_key: '1111111111111111' }, 'notOurTenant'],
        ['a frozen member', { status: { is_frozen: true } }, 'providerDisabled'],
        ['a member who has resigned', { status: { is_resigned: true } }, 'providerDisabled'],
        ['a member outside the range of the app', { isInRange: false }, 'providerRange'],
      ],
      declined: 'outsideRefused',
      subject: (person) => person,
    },
    (product) => {
      let browser: ReturnType<typeof presetBrowser>
      beforeEach(() => {
        browser = presetBrowser(product, feishu)
      })

      it('binds the code to this server with PKCE, and sends no secret in an address', async () => {
        const id = await browser.open()
        const one = product.visitor()
        const address = await browser.begin(one, id)
        const query = new URL(address).searchParams
        expect([query.get('code_challenge_method'), query.get('response_type')]).toEqual(['S256', 'code'])
        await browser.back(one, feishu.enter(address, feishu.hire('Emma Wang')))
        const [exchange] = feishu.asked
        expect(exchange?.json['code_verifier']).toMatch(/^[0-9a-f]{64}$/)
        expect(feishu.asked.map(({ query: one }) => String(one)).join()).not.toMatch(/secret|token/)
      })

      it('takes the address of the company first, and signs in where the contacts may not be read', async () => {
        const id = await browser.open()
        const one = product.visitor()
        const mail = { enterprise_email: `e${Date.now()}@acme.example`, email: 'private@home.example' }
        expect(await browser.signIn(one, id, feishu.hire('Emma Wang', { ...mail, isReadable: false }))).toBe('/item/index')
        expect(await one.api.user.info({})).toMatchObject({ email: mail.enterprise_email, email_verify: '0' })
      })

      it('larksuite.com gives Lark', async () => {
        const id = await browser.open({ host: 'larksuite.com' })
        const address = await browser.begin(product.visitor(), id)
        expect(new URL(address).origin).toBe('https://accounts.larksuite.com')
        expect(await browser.test({ host: 'larksuite.com' })).toBe('fine')
        expect(feishu.asked.at(-1)?.host).toBe('open.larksuite.com')
      })

      it('a test names an app of another company, and passes where the company may not be read', async () => {
        expect(await browser.test({ tenant: 'another' })).toMatch(/belongs to another company/)
        const denied = { code: 99991672, msg: 'Access denied. One of the following scopes is required: [tenant:tenant:readonly].' }
        feishu.fault.now = ({ path }) => (path.endsWith('/tenant/query') ? { status: 400, body: denied } : undefined)
        expect(await browser.test({ tenant: 'another' })).toBe('fine')
      })
    },
  )
})
