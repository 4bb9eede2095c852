// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { enhanceArticle } from './body.tsx'
import { highlight } from './highlight.ts'
import { applicationPath, openedTarget } from './links.ts'

const html = `
<h2 id="报价">报价<a class="anc" href="#报价">#</a></h2>
<p>See <a id="own" href="/1/12">our page</a>, <a id="out" href="https://elsewhere.example/">another site</a>,
<a id="old" href="/web/#/3/4">an old link</a>, <a id="file" href="/api/attachment/visitFile?sign=x">a file</a></p>
<div class="code"><div class="ch"><button type="button" data-act="wrap" title="Wrap lines"></button>
<button type="button" data-act="copy" title="Copy"><svg></svg></button></div><pre><code>line 1
<span>line 2</span>
</code></pre></div>
<div class="endpoint"><span class="verb post">POST</span><span class="url"><i>http://a</i>/b</span><span class="tag">x</span><button type="button" data-act="copy" id="address"></button></div>
<p><img id="free" src="a.png" alt="States"><a href="/1/13"><img id="linked" src="b.png"></a></p>`

const navigate = vi.fn()
const say = vi.fn()
const copied = vi.fn(async (_text: string) => {})
let root: HTMLElement
let stop: () => void
const click = (selector: string, more: MouseEventInit = {}) => {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...more })
  root.querySelector(selector)?.dispatchEvent(event)
  return event.defaultPrevented
}

beforeEach(() => {
  vi.clearAllMocks()
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true })
  root = document.createElement('div')
  root.innerHTML = html
  document.body.append(root)
  stop = enhanceArticle(root, { language: 'en', navigate, say })
})
afterEach(() => {
  stop()
  root.remove()
})

describe('code blocks', () => {
  it('copy their text and confirm it for a short time', async () => {
    click('[data-act=copy] svg')
    await vi.waitFor(() => expect(root.querySelector('[data-act=copy]')?.classList.contains('done')).toBe(true))
    expect(copied).toHaveBeenCalledWith('line 1\nline 2')
    expect(root.querySelector('[data-act=copy]')?.getAttribute('aria-label')).toBe('Copied')
  })

  it('copy the address of an endpoint', async () => {
    click('#address')
    await vi.waitFor(() => expect(copied).toHaveBeenCalledWith('http://a/b'))
  })

  it('of a request: copy the chosen language and remember it for other pages', async () => {
    const sample = (name: string) => `<label><input type="radio" name="sample" value="${name}">${name}</label>`
    const samples = `<div class="code samples"><div class="ch"><span>${sample('bash')}${sample('python')}</span><button type="button"
      data-act="copy"></button></div><pre>curl x</pre><pre>import requests</pre></div>`
    const inputs = () => [...root.querySelectorAll<HTMLInputElement>('input[name=sample]')]
    const shown = () => inputs().map((input) => input.checked)
    const open = () => {
      stop()
      root.innerHTML = samples
      inputs()[0]!.checked = true
      stop = enhanceArticle(root, { language: 'en', navigate, say })
    }
    localStorage.clear()
    open()
    expect(shown()).toEqual([true, false])
    click('[data-act=copy]')
    await vi.waitFor(() => expect(copied).toHaveBeenLastCalledWith('curl x'))
    inputs()[1]!.click()
    click('[data-act=copy]')
    await vi.waitFor(() => expect(copied).toHaveBeenLastCalledWith('import requests'))
    open()
    expect(shown()).toEqual([false, true])
    localStorage.clear()
  })

  it('of an answer: copy the chosen one', async () => {
    const choice = (name: string) => `<label><input type="radio" name="answer-1">${name}</label>`
    root.innerHTML = `<div class="code samples"><div class="ch">${choice('200')}${choice('404')}<button type="button" data-act="copy"></button></div>
      <pre>{}</pre><pre>{"error":1}</pre></div>`
    root.querySelectorAll('input')[1]!.click()
    click('[data-act=copy]')
    await vi.waitFor(() => expect(copied).toHaveBeenLastCalledWith('{"error":1}'))
  })

  it('wrap and unwrap', () => {
    click('[data-act=wrap]')
    expect(root.querySelector('.code')?.classList.contains('wrap')).toBe(true)
    expect(root.querySelector('[data-act=wrap]')?.getAttribute('aria-pressed')).toBe('true')
    click('[data-act=wrap]')
    expect(root.querySelector('.code')?.classList.contains('wrap')).toBe(false)
  })
})

describe('links', () => {
  it('to application pages open without a reload, including old addresses', () => {
    expect(click('#own')).toBe(true)
    expect(navigate).toHaveBeenLastCalledWith('/1/12')
    click('#old')
    expect(navigate).toHaveBeenLastCalledWith('/3/4')
  })

  it('to other sites, to files or with a modifier key are left to the browser', () => {
    expect(click('#out')).toBe(false)
    expect(click('#file')).toBe(false)
    expect(click('#own', { metaKey: true })).toBe(false)
    expect(navigate).not.toHaveBeenCalled()
  })

  it('of a heading scroll to it and copy its address', async () => {
    expect(click('.anc')).toBe(true)
    expect(decodeURIComponent(navigate.mock.lastCall?.[0])).toBe('#报价')
    await vi.waitFor(() => expect(say).toHaveBeenCalledWith('Link to this section copied'))
  })

  it('of a field copy its address, and open everything that hides it', async () => {
    const field = (id: string, inside = '') => `<div class="param" id="${id}"><a class="pname" href="#${id}">${id}</a>${inside}</div>`
    const nested = field('b', `<details><summary></summary>${field('c', '<details></details>')}</details>`)
    const answer = (name: string, checked: string, content: string) =>
      `<label><input type="radio" name="choice-1" ${checked}>${name}</label><div class="pane">${content}</div>`
    root.innerHTML = `<fieldset>${answer('200', 'checked', field('a'))}${answer('404', '', nested)}</fieldset>`
    expect(openedTarget('#c', root)?.id).toBe('c')
    expect([...root.querySelectorAll('input')].map((input) => input.checked)).toEqual([false, true])
    expect([...root.querySelectorAll('details')].map((details) => details.open)).toEqual([true, false])
    expect(click('.pname')).toBe(true)
    expect(navigate).toHaveBeenLastCalledWith('#a')
    await vi.waitFor(() => expect(say).toHaveBeenCalled())
  })

  it('open all fields of a section at once', () => {
    stop()
    const section = (name: string) =>
      `<h2>${name}<button type="button" data-act="open" id="${name}" hidden></button></h2><div><details class="within"><details class="within"></details></details></div>`
    root.innerHTML = section('body') + section('answers')
    stop = enhanceArticle(root, { language: 'en', navigate, say })
    expect(root.querySelector<HTMLElement>('#body')?.hidden).toBe(false)
    click('#body')
    expect([...root.querySelectorAll('details')].map((details) => details.open)).toEqual([true, true, false, false])
  })

  it('open new tabs in the preview, whose window has unsaved text, and relative ones lead from the page', () => {
    stop()
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    root.innerHTML =
      '<a id="own" href="/1/12">a</a><a id="near" href="13#x">b</a><a id="out" href="https://elsewhere.example/">c</a><a id="mail" href="mailto:a@example.com">d</a>'
    stop = enhanceArticle(root, { language: 'en', address: '/7/12' })
    expect(['#own', '#near', '#out', '#mail'].map((selector) => click(selector))).toEqual([true, true, true, false])
    expect(opened.mock.calls.map(([url]) => String(url))).toEqual(['/1/12', '/7/13#x', 'https://elsewhere.example/'])
    opened.mockRestore()
  })

  it('respect the base path and skip addresses that are not pages', () => {
    const here = 'http://docs.test/base/1/2'
    expect(applicationPath('/base/vue/7?x=1#a', '/base', here)).toBe('/vue/7?x=1#a')
    expect(applicationPath('/other/7', '/base', here)).toBeUndefined()
    expect(applicationPath('/base/api/page/view', '/base', here)).toBeUndefined()
    expect(applicationPath('/base/logo.png', '/base', here)).toBeUndefined()
    expect(applicationPath('/base/p/8f2c', '/base', here)).toBe('/p/8f2c')
    expect(applicationPath('javascript:alert(1)', '/base', here)).toBeUndefined()
  })
})

describe('pictures', () => {
  it('open enlarged with mouse and keyboard, but not inside a link', async () => {
    HTMLDialogElement.prototype.showModal = function show() {
      this.open = true
    }
    const free = root.querySelector<HTMLImageElement>('#free')
    expect(free?.tabIndex).toBe(0)
    free?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await vi.waitFor(() => expect(document.querySelector('dialog.zoom img')?.getAttribute('alt')).toBe('States'))
    document.querySelector('dialog')?.remove()
    click('#linked')
    expect(navigate).toHaveBeenCalledWith('/1/13')
    expect(document.querySelector('dialog')).toBeNull()
  })
})

it('removes all listeners', () => {
  stop()
  expect(click('#own')).toBe(false)
})

it('shows the first search word of the text, also in a closed field', () => {
  const shown = vi.fn()
  root.innerHTML = '<section class="call-side"><pre>sku</pre></section><details><summary></summary><p id="word">the sku</p></details>'
  root.querySelector('#word')!.scrollIntoView = shown
  highlight(root, 'sku', true)()
  expect(shown).toHaveBeenCalledOnce()
  expect(root.querySelector('details')?.open).toBe(true)
})

it('finds words in a path that can be wrapped, and restores the original HTML', () => {
  root.innerHTML = '<h2>GET /<wbr>v1/<wbr>orders <a>v1</a>/orders</h2>'
  const originalHtml = root.innerHTML
  const ranges: string[] = []
  class Recorded {
    constructor(...all: Range[]) {
      ranges.push(...all.map(String))
    }
  }
  vi.stubGlobal('Highlight', Recorded)
  vi.stubGlobal('CSS', { highlights: new Map() })
  highlight(root, '/v1/orders', false)()
  vi.unstubAllGlobals()
  expect(ranges).toEqual(['/v1/orders'])
  highlight(root, 'orders', false)()
  expect(root.innerHTML).toBe(originalHtml)
})

it('looks at each part of a path once or twice, however many it has', () => {
  root.innerHTML = `<p>${'a<wbr>'.repeat(300)}${'bc<wbr>'.repeat(300)}</p>`
  const lengths = vi.spyOn(CharacterData.prototype, 'length', 'get')
  highlight(root, 'bc', false)
  expect(root.querySelectorAll('mark')).toHaveLength(300)
  expect(lengths.mock.calls.length).toBeLessThan(2_000)
  lengths.mockRestore()
})

it('marks the search words and restores the original HTML', () => {
  const originalHtml = root.innerHTML
  const undo = highlight(root, 'LINE 2', false)
  expect([...root.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['line', 'line', '2'])
  undo()
  expect(root.innerHTML).toBe(originalHtml)
})
