import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { botRequest, cut } from './bot.ts'
import { type EventBody, linksOf, type OutgoingEvent } from './event.ts'
import { jsonBody } from './json.ts'
import { judge } from './response.ts'

const AT = 1_795_336_803
const body: EventBody = {
  at: AT,
  change: 4711,
  item: { id: 12, name: 'Order Service API', domain: 'orders' },
  page: { id: 345, title: 'Create an order', path: ['Orders'], version: 18, version_before: 17, history: 9001, is_there: true },
  catalog: null,
  by: { name: 'Emma Watts', via: 'Claude Code' },
  suggestion: 0,
  meaning: [{ kind: 'field.required', section: 'Request', name: 'qty', from: '0', to: '1' }],
}
const event = (more: Partial<EventBody> = {}, id = 'a'.repeat(32)): OutgoingEvent => ({
  event_id: id,
  type: 'page.changed',
  title: more.page?.title ?? 'Create an order',
  body: { ...body, ...more },
})
const means = {
  language: 'en' as const,
  links: linksOf({ PUBLIC_URL: 'https://docs.example.com', BASE_PATH: '' }),
  clock: () => '16:40',
}
const bots = ['wecom', 'dingtalk', 'feishu', 'slack'] as const
const textOf = (kind: (typeof bots)[number], events: OutgoingEvent[]) => {
  const sent = JSON.parse(botRequest(kind, 'https://bot.test/x?access_token=1', '', AT, events, means).body)
  return kind === 'wecom'
    ? sent.markdown.content
    : kind === 'dingtalk'
      ? sent.markdown.text
      : kind === 'feishu'
        ? sent.card.elements[0].content
        : sent.blocks.map((block: { text: { text: string } }) => block.text.text).join('\n\n')
}

/** What differs between the languages: what the change means, and by whom. `quoted` is the name of the field as the chat shows it. */
const inWords = {
  en: { meaning: (quoted: string) => `${quoted} became required`, by: 'Emma Watts, via Claude Code, 16:40' },
  zh: { meaning: (quoted: string) => `${quoted} 改为必填`, by: 'Emma Watts（通过 Claude Code），16:40' },
} as const

describe.each(['en', 'zh'] as const)('the request of each kind is byte-equal to a recorded good one, in %s', (language) => {
  const { meaning, by } = inWords[language]
  const inLanguage = { ...means, language }
  const page = '[Create an order](https://docs.example.com/orders/345)'

  it('WeCom', () => {
    const { url, body: text } = botRequest('wecom', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k', '', AT, [event()], inLanguage)
    expect(url).toBe('https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k')
    expect(text).toBe(`{"msgtype":"markdown","markdown":{"content":"**${page}** · Order Service API\\n> ${meaning('｀qty｀')}\\n${by}"}}`)
  })

  it('DingTalk, with the signature in the address', () => {
    const address = 'https://oapi.dingtalk.com/robot/send?access_token=t'
    const { url, body: text } = botRequest('dingtalk', address, 'SECa1b2', AT, [event()], inLanguage)
    expect(url).toBe(`${address}&timestamp=1795336803000&sign=V8PQAXe%2FgQGj9WXInxGfXMNhM6yI6%2F%2FK5C3Po3Ew1YE%3D`)
    expect(text).toBe(
      `{"msgtype":"markdown","markdown":{"title":"Create an order","text":"**${page}** · Order Service API\\n\\n> ${meaning('｀qty｀')}\\n\\n${by}"}}`,
    )
    const sign = createHmac('sha256', 'SECa1b2').update('1795336803000\nSECa1b2').digest('base64')
    expect(new URL(url).searchParams.get('sign')).toBe(sign)
  })

  it('Feishu, with the signature in the body', () => {
    const { url, body: text } = botRequest('feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/x', 'demo', AT, [event()], inLanguage)
    const sign = createHmac('sha256', '1795336803\ndemo').update('').digest('base64')
    expect(sign).toBe('N/h69NbXO16NZSIREy3T0CQssrGnrm2bneDoK625Smo=')
    expect(url).toBe('https://open.feishu.cn/open-apis/bot/v2/hook/x')
    expect(text).toBe(
      `{"timestamp":"1795336803","sign":"${sign}","msg_type":"interactive","card":{"config":{"wide_screen_mode":true},"header":{"title":{"tag":"plain_text","content":"Create an order"},"template":"green"},"elements":[{"tag":"markdown","content":"**${page}** · Order Service API\\n${meaning('&#96;qty&#96;')}\\n${by}"}]}}`,
    )
  })

  it('Slack', () => {
    expect(botRequest('slack', 'https://hooks.slack.com/services/T/B/x', '', AT, [event()], inLanguage)).toEqual({
      url: 'https://hooks.slack.com/services/T/B/x',
      body: `{"text":"Create an order","blocks":[{"type":"section","text":{"type":"mrkdwn","text":"*<https://docs.example.com/orders/345|Create an order>* · Order Service API\\n>${meaning('ˋqtyˋ')}\\n${by}"}}]}`,
    })
  })

  it('JSON', () => {
    expect(jsonBody(event(), language, means.links)).toBe(
      `{"type":"page.changed","timestamp":"2026-11-22T08:40:03.000Z","id":"${'a'.repeat(32)}","data":{"change":"4711","item":{"id":"12","name":"Order Service API","url":"https://docs.example.com/orders"},"page":{"id":"345","title":"Create an order","url":"https://docs.example.com/orders/345","markdown_url":"https://docs.example.com/orders/345.md","path":["Orders"],"version":"18","version_before":"17"},"by":{"name":"Emma Watts","via":"Claude Code"},"meaning":[{"kind":"field.required","section":"Request","name":"qty","from":"0","to":"1","text":"${meaning('`qty`')}"}],"compare_url":"https://docs.example.com/page/diff/345/9001"}}`,
    )
  })
})

describe('S128: names and titles arrive as text', () => {
  const nasty = [
    '@all',
    '<!channel>',
    '<!here|x>',
    '[x](http://evil)',
    '](http://evil)',
    '<at id=all></at>',
    '<@U123>',
    '<font color="warning">x</font>',
    '![x](http://evil/x.png)',
    '**bold** `code` # head',
    'line\nbreak\n> quote',
    'http://evil|label>',
  ]

  it.each(bots)('in %s', (kind) => {
    const plain = textOf(kind, [event()])
    const links = plain.match(/https?:\/\/[^\s)|>]+/g)
    for (const title of nasty) {
      const page = { ...(body.page as NonNullable<EventBody['page']>), title }
      const text = textOf(kind, [event({ page, by: { name: title, via: title }, item: { id: 12, name: title, domain: 'orders' } })])
      const isMarkdown = kind !== 'slack'
      for (const sign of ['<!', '<@', '<at', '<font', '@all', ...(isMarkdown ? ['](http://evil', '!['] : ['<http://evil'])])
        expect([title, sign, text.includes(sign)]).toEqual([title, sign, false])
      // The only link leads to the page, and the number of lines is the same.
      const link = isMarkdown ? /\]\(https?:\/\/[^\s)]+/g : /<https?:\/\/[^\s|>]+/g
      expect(text.match(link)?.map((one: string) => one.slice(isMarkdown ? 2 : 1))).toEqual(links)
      expect(text.split('\n')).toHaveLength(plain.split('\n').length)
    }
  })

  it.each(bots)('in %s within the limit of the chat, cut at a character', (kind) => {
    const limits = { wecom: 4096, dingtalk: 20_000, feishu: 20_000, slack: 30_000 }
    for (const long of [
      '汉'.repeat(10_000),
      '👨‍👩‍👧‍👦'.repeat(3000),
      'x'.repeat(10_000),
      `e${'\u0301'.repeat(9000)}`,
      '\ud83d'.repeat(500),
    ]) {
      const page = { ...(body.page as NonNullable<EventBody['page']>), title: long }
      const meaning = Array.from({ length: 20 }, () => ({ kind: 'title' as const, from: long.slice(0, 200), to: long.slice(0, 200) }))
      const events = Array.from({ length: 40 }, (_, n) =>
        event({ change: n + 1, page, meaning, item: { id: 1, name: long, domain: '' } }, `${n}`),
      )
      const text: string = textOf(kind, events)
      expect(text.isWellFormed()).toBe(true)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits[kind])
      expect(text).toMatch(/and \d+ more · /)
      if (kind === 'slack') for (const section of text.split('\n\n')) expect(section.length).toBeLessThanOrEqual(3000)
    }
    expect(cut('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 1)).toMatch(/^(👨‍👩‍👧‍👦)?…$/u)
  })
})

it('the JSON of an event stays within 20 KB and has no text of the page', () => {
  const meaning = Array.from({ length: 20 }, (_, n) => ({
    kind: 'field.description' as const,
    section: '汉'.repeat(300),
    name: `f${n}`,
    from: '汉'.repeat(200),
    to: '字'.repeat(200),
  }))
  const text = jsonBody(event({ meaning }), 'zh', means.links)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20 * 1024)
})

it('a response is judged as each receiver documents it', () => {
  const of = (kind: Parameters<typeof judge>[0], status: number, text = '', headers = {}) =>
    judge(kind, { status, headers, body: text, isWhole: true, isInside: false }, AT)
  expect(of('json', 204).problem).toBe('')
  expect(of('json', 301).problem).toBe('redirect')
  expect(of('json', 429, '', { 'retry-after': '7' })).toMatchObject({ problem: 'tooFast', wait: 7 })
  expect(of('json', 503, '', { 'retry-after': new Date((AT + 60) * 1000).toUTCString() })).toMatchObject({ problem: 'status', wait: 60 })
  expect(of('wecom', 200, '{"errcode":0}').problem).toBe('')
  expect(of('wecom', 200, 'no JSON').problem).toBe('bot')
  expect(of('wecom', 200, '{"errcode":45009,"errmsg":"limit"}')).toMatchObject({ problem: 'tooFast', wait: 60, said: 'limit' })
  expect(of('dingtalk', 200, '{"errcode":310000,"errmsg":"sign not match"}').problem).toBe('signature')
  expect(of('dingtalk', 200, '{"errcode":310000,"errmsg":"keywords not in content"}').problem).toBe('bot')
  expect(of('dingtalk', 200, '{"errcode":130101,"errmsg":"send too fast"}')).toMatchObject({ problem: 'tooFast', wait: 600 })
  expect(of('feishu', 200, '{"code":0,"msg":"success"}').problem).toBe('')
  expect(of('feishu', 200, '{"StatusCode":0,"StatusMessage":"success"}').problem).toBe('')
  expect(of('feishu', 200, '{"code":19021,"msg":"sign match fail"}').problem).toBe('signature')
  expect(of('feishu', 200, '{"code":11232,"msg":"frequency limited"}').problem).toBe('tooFast')
  expect(of('slack', 200, 'ok').problem).toBe('')
  expect(of('slack', 400, 'invalid_payload')).toMatchObject({ problem: 'status', said: 'invalid_payload' })
  expect(of('slack', 404, 'no_service').problem).toBe('address')
})

describe.each(bots)('what a comment says, in %s', (kind) => {
  const about = { kind: 'comment' as const, id: 71, thread: 70 }
  const comment = (words: string, more: Partial<EventBody> = {}) => ({
    ...event({ change: 0, meaning: [], about, words, ...more }),
    type: 'comment.created',
  })

  it('is one quoted line that leads to its thread', () => {
    const text = textOf(kind, [comment('Seven days,\nor eight?')])
    expect(text).toContain('https://docs.example.com/orders/345?thread=70')
    expect(text).toContain('New comment: Seven days, or eight?')
    expect(textOf(kind, [comment('')])).toContain('New comment')
  })

  it('S142: has no link, no mention and no hidden character of its author', () => {
    const text = textOf(kind, [comment('[x](https://evil.test) <!channel> @all **b** \u202e<at id=all></at>')])
    // Slack has links of its own form.
    expect(text).not.toMatch(kind === 'slack' ? /<https:\/\/evil|<!channel>|\u202e/ : /\]\(https:\/\/evil|<at id|\u202e/)
  })

  it('leads to a list for notes and requests, and names nothing for a site whose mails hold no content', () => {
    const note = comment('No unit.', { about: { ...about, kind: 'note' } })
    expect(textOf(kind, [{ ...note, type: 'feedback.note' }])).toContain('https://docs.example.com/item/feedback/12')
    const ask = comment('', { about: { ...about, kind: 'ask' }, page: null, item: { id: 12, name: '', domain: 'orders' }, by: null })
    const text = textOf(kind, [{ ...ask, title: '', type: 'access.asked' }])
    expect(text).toContain('https://docs.example.com/item/setting/12?tab=members')
    expect(text).toContain('Request for access')
    expect(text).not.toContain('Order Service')
  })
})
