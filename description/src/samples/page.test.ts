import { render } from '@sheaf/markdown'
import { describe, expect, it } from 'vitest'
import { createOrder, getUser, login } from '../../../markdown/src/test/api-pages.ts'
import { clientCall } from '../view/client-call.ts'
import { renderPage } from '../view/page.ts'
import { samplesOf } from './samples.ts'

const samplesIn = (page: object) => samplesOf(clientCall(JSON.stringify(page), 'en')!)
const all = (page: object) =>
  samplesIn(page)
    .map(({ text }) => text)
    .join('\n')
const withRequest = (request: object, info: object = {}) => ({ ...createOrder, info: { ...createOrder.info, ...info }, request })

describe('samples of a page', () => {
  it('come in six languages with the values of the page, and keep the digits of long numbers', () => {
    const json = '{"order_id":12345678901234567890,"price":1.10}'
    const samples = samplesIn(withRequest({ params: { mode: 'json', json } }))
    expect(samples.map(({ label }) => label)).toEqual(['curl', 'JavaScript', 'Python', 'Go', 'Java', 'PHP'])
    for (const { text } of samples) expect(text).toContain('12345678901234567890')
    expect(samples[0]?.text).toContain(`--data-raw '{\n  "order_id": 12345678901234567890,\n  "price": 1.10\n}'`)
  })

  it('read every secret from a variable', () => {
    const secret = 'S3CRET-canary'
    const row = (name: string, value = secret) => ({ name, value, type: 'string', require: '1' })
    const rows = ['password', 'client_secret', 'access_token', 'api_key'].map((name) => row(name))
    const headers = [row('Authorization', `Bearer ${secret}`), row('Cookie', `sid=${secret}; a=${secret}`), row('X-Api-Key')]
    const json = JSON.stringify({
      user: { password: secret, secrets: [secret, { deep: secret }] },
      token: `Bearer ${secret}`,
      pwd: 'x"y',
      n: 1,
    })
    const bodies = [
      { mode: 'json', json },
      { mode: 'urlencoded', urlencoded: rows },
      { mode: 'formdata', formdata: rows },
    ]
    for (const params of bodies) {
      const text = all(withRequest({ params, headers, query: rows, cookies: [row('sid')] }))
      expect(text).not.toContain(secret)
      expect(text).not.toContain('x\\"y')
      expect(text).toContain('Bearer')
    }
    const url = `https://me:${secret}@api.example.com/x?a=1&api_key=${secret}&b=2`
    expect(all(withRequest({}, { url }))).not.toContain(secret)
    expect(samplesIn(withRequest({}, { url }))[0]?.text).toContain(
      `curl 'https://'"$CREDENTIALS"'@api.example.com/x?a=1&api_key='"$API_KEY"'&b=2'`,
    )
    expect(samplesIn(withRequest({ params: bodies[0], headers }))[0]?.text).toContain(`--header 'Authorization: Bearer '"$TOKEN"`)
    expect(all(login)).toContain("os.environ['PASSWORD']")
  })

  it('name no variable that the system uses, and give two names two variables', () => {
    const [curl] = samplesIn(
      withRequest(
        {
          query: [
            { name: 'a', value: '{{path}}' },
            { name: 'b', value: '{{中文}}{{价格}}' },
          ],
        },
        { url: '{{host}}/x' },
      ),
    )
    expect(curl?.text).toContain(`"$API_HOST"'/x?a='"$API_PATH"'&b='"$VALUE""$VALUE_2"`)
  })

  it('are missing where a sample cannot show the request', () => {
    for (const info of [
      { method: 'WS' },
      { method: '', type: 'websocket' },
      { url: 'ws://a/b' },
      { url: '' },
      { url: `http://a/${'x'.repeat(2001)}` },
    ])
      expect(samplesIn(withRequest({}, info))).toEqual([])
    expect(samplesIn(withRequest({ params: { mode: 'json', json: JSON.stringify('x'.repeat(9000)) } }))).toEqual([])
    const many = Array.from({ length: 101 }, (_, at) => ({ name: `a${at}`, value: 'b' }))
    expect(samplesIn(withRequest({ query: many }))).toEqual([])
  })
})

describe('the HTML of a page', () => {
  const content = JSON.stringify(createOrder)

  it('has the samples below the endpoint, on the screen only', async () => {
    const { html } = await renderPage(content)
    const block = /<div class="code samples">[\s\S]*?<\/pre><\/div>/.exec(html)?.[0] ?? ''
    expect(html.indexOf(block)).toBeGreaterThan(html.indexOf('class="endpoint"'))
    expect(html.indexOf(block)).toBeLessThan(html.indexOf('<h2'))
    expect(block.match(/<input type="radio" name="sample" value="\w+"(?: checked)?>/g)).toHaveLength(6)
    expect(block.match(/<pre tabindex="0">/g)).toHaveLength(6)
    expect((await renderPage(content, { language: 'zh' })).html).toContain('aria-label="代码示例"')
    expect((await render(content)).html).not.toContain('curl')
    expect((await renderPage('```endpoint\nGET /x\n```')).html).not.toContain('samples')
  })

  it('escapes what a page writes into a sample', async () => {
    const page = withRequest({
      query: [{ name: '</pre><script>x</script>', value: '<img src=x>' }],
      params: { mode: 'raw', raw: '</code></pre><img src=x onerror=x>' },
    })
    const { html } = await renderPage(JSON.stringify(page))
    expect(html).not.toMatch(/<script|<img/)
    expect(html.match(/<pre tabindex="0">/g)?.length).toBeGreaterThanOrEqual(6)
  })

  it('takes no radio buttons, labels or names of inputs from authors', async () => {
    const { html } = await renderPage(
      '<label>a</label><input type="radio" name="sample" value="go"><input type="checkbox" name="body" value="x">',
    )
    expect(html).not.toMatch(/radio|label|name=|value=/)
    expect(html).toContain('type="checkbox"')
  })

  it('of a GET shows no body', () => {
    expect(samplesIn(getUser)[0]?.text).toBe("curl 'http://example.com/users?id=1' \\\n  --header 'Accept: application/json'")
  })
})
