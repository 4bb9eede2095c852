/*
 * The reader of an exported folder: contents, search, theme. It runs without a server, so its data are scripts in the same folder:
 * tree.js (the tree) and words-*.js (the texts of the pages). Texts are never inserted as HTML.
 */
;(() => {
  const read = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const keep = (name, value) => {
    try {
      localStorage.setItem(name, value)
    } catch {
      // A browser can refuse storage to a local folder.
    }
  }

  const themes = ['', 'light', 'dark']
  const dress = (theme) => {
    if (theme) document.documentElement.dataset.theme = theme
    else delete document.documentElement.dataset.theme
  }
  dress(read('sheaf-theme') ?? '')

  const make = (name, set = {}, ...inside) => {
    const element = Object.assign(document.createElement(name), set)
    element.append(...inside)
    return element
  }
  const find = (selector) => document.querySelector(selector)

  document.addEventListener('DOMContentLoaded', () => {
    const { root, page } = document.body.dataset
    const { words, nodes, shards } = window.sheaf
    const address = (id) => `${root}pages/${id}.html`
    const here = Number(page)

    const below = new Map()
    const catalogs = new Map()
    for (const [isPage, id, title, parent] of nodes) {
      if (!below.has(parent)) below.set(parent, [])
      below.get(parent).push({ isPage, id, title })
      if (!isPage) catalogs.set(id, { title, parent })
    }
    const ancestorsOf = (parent) => {
      const path = []
      for (let one = parent; catalogs.has(one); one = catalogs.get(one).parent) path.unshift(one)
      return path
    }

    // A catalog's list is created when it opens.
    const open = new Set(ancestorsOf(nodes.find(([isPage, id]) => isPage && id === here)?.[3] ?? 0))
    const branch = (parent) =>
      make(
        'ul',
        {},
        ...(below.get(parent) ?? []).map(({ isPage, id, title }) => {
          if (isPage) {
            const link = make('a', { href: address(id), textContent: title })
            if (id === here) link.setAttribute('aria-current', 'page')
            return make('li', {}, link)
          }
          const folder = make('details', { open: open.has(id) }, make('summary', { textContent: title }))
          const fill = () => folder.open && folder.children.length === 1 && folder.append(branch(id))
          folder.addEventListener('toggle', fill)
          fill()
          return make('li', {}, folder)
        }),
      )
    const side = find('#side')
    side.append(branch(0))
    side.hidden = false
    side.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })

    const menu = find('.menu')
    menu.hidden = false
    menu.addEventListener('click', () => {
      const shown = side.classList.toggle('shown')
      menu.setAttribute('aria-expanded', String(shown))
    })

    const theme = find('.theme')
    theme.hidden = false
    theme.addEventListener('click', () => {
      const next = themes[(themes.indexOf(document.documentElement.dataset.theme ?? '') + 1) % themes.length]
      keep('sheaf-theme', next)
      dress(next)
    })

    // Titles are searched immediately, texts when their scripts are loaded.
    const titles = new Map(
      nodes.filter(([isPage]) => isPage).map(([, id, title, parent]) => [id, { title, parent, folded: title.toLowerCase() }]),
    )
    window.sheafPages = []
    let loading
    const loadOne = (n) =>
      new Promise((done) => {
        const script = make('script', { src: `${root}sheaf/words-${n}.js` })
        script.addEventListener('load', done)
        script.addEventListener('error', done)
        document.head.append(script)
      })
    const load = async () => {
      for (let n = 0; n < shards; n++) {
        await loadOne(n)
        show()
      }
      loading = null
      show()
    }
    const folded = new Map()
    const fold = (id, text) => {
      if (!folded.has(id)) folded.set(id, text.toLowerCase())
      return folded.get(id)
    }

    const seek = find('.seek')
    const found = find('.found')
    const MOST = 50
    const look = (parts) => {
      const texts = new Map(window.sheafPages)
      const hits = []
      for (const [id, { title, parent, folded: name }] of titles) {
        const text = texts.get(id) ?? ''
        const body = text ? fold(id, text) : ''
        if (!parts.every((part) => name.includes(part) || body.includes(part))) continue
        const inTitle = parts.filter((part) => name.includes(part)).length
        hits.push({ id, title, parent, text, body, rank: inTitle * 2 + (name === parts.join(' ') ? 1 : 0) })
      }
      return hits.sort((a, b) => b.rank - a.rank)
    }
    const marked = (text, body, parts) => {
      const at = Math.max(0, Math.min(...parts.map((part) => body.indexOf(part)).filter((n) => n >= 0)) - 40)
      const [from, to] = Number.isFinite(at) ? [at, at + 160] : [0, 120]
      const line = make('p', {}, from > 0 ? '…' : '')
      const [piece, lower] = [text.slice(from, to), body.slice(from, to)]
      for (let place = 0; place < piece.length; ) {
        const next = parts.map((part) => [lower.indexOf(part, place), part.length]).filter(([n]) => n >= 0)
        const [start, length] = next.sort((a, b) => a[0] - b[0])[0] ?? [piece.length, 0]
        line.append(piece.slice(place, start))
        if (length) line.append(make('mark', { textContent: piece.slice(start, start + length) }))
        place = start + length
      }
      if (to < text.length) line.append('…')
      return line
    }
    const show = () => {
      const parts = seek.value.toLowerCase().split(/\s+/).filter(Boolean)
      found.hidden = parts.length === 0
      document.body.classList.toggle('seeking', parts.length > 0)
      if (parts.length === 0) return
      const hits = look(parts)
      const say = (words, n) => words.replace('{n}', n).replace('{all}', hits.length)
      const count = hits.length > MOST ? say(words.more, MOST) : hits.length ? say(words.found, hits.length) : words.none
      const rows = hits.slice(0, MOST).map(({ id, title, parent, text, body }) => {
        const path = ancestorsOf(parent).map((one) => catalogs.get(one).title)
        const link = make('a', { href: address(id) }, make('b', { textContent: title }), make('small', { textContent: path.join(' / ') }))
        if (text) link.append(marked(text, body, parts))
        return make('li', {}, link)
      })
      found.replaceChildren(make('p', { className: 'count', textContent: loading ? words.reading : count }), make('ol', {}, ...rows))
    }
    seek.hidden = false
    seek.addEventListener('focus', () => {
      if (loading === undefined) loading = load()
    })
    let soon
    // Keyboards of Android compose each word, also of English: there a word that is not finished is searched, and Enter is meant.
    const composesEachWord = () => /Android/.test(navigator.userAgent)
    const search = ({ isComposing }) => {
      if (isComposing && !composesEachWord()) return
      if (loading === undefined) loading = load()
      clearTimeout(soon)
      soon = setTimeout(show, 80)
    }
    seek.addEventListener('input', search)
    seek.addEventListener('compositionend', search)
    document.addEventListener('keydown', (event) => {
      // Keys of an input method; in Safari they follow the end of the composition and have this code.
      if ((event.isComposing || event.keyCode === 229) && !composesEachWord()) return
      const isTyping = /^(?:input|textarea)$/i.test(event.target.tagName)
      if ((event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
        event.preventDefault()
        seek.focus()
        seek.select()
      } else if (event.key === 'Escape' && document.body.classList.contains('seeking')) {
        seek.value = ''
        show()
      } else if (event.key === 'Enter' && event.target === seek) found.querySelector('a')?.click()
    })

    // The buttons of code blocks.
    document.addEventListener('click', async (event) => {
      const button = event.target.closest?.('[data-act]')
      const code = button?.closest('.code')?.querySelector('pre') ?? button?.closest('.endpoint')?.querySelector('.url')
      if (button?.dataset.act === 'wrap') code?.closest('.code')?.classList.toggle('wrap')
      if (button?.dataset.act !== 'copy' || !code) return
      await navigator.clipboard?.writeText(code.innerText).then(
        () => button.setAttribute('aria-label', words.copied),
        () => getSelection()?.selectAllChildren(code),
      )
    })
  })
})()
