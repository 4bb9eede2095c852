import '../../ui/css/article.css'
import type { Language } from '@sheaf/contract/errors'
import { memo, type RefObject, useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { readBoot } from '../../lib/boot.ts'
import { copyText } from '../../lib/copy.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { updateWrapButtons, wrapsCode } from '../../lib/preferences.ts'
import { stored } from '../../lib/stored.ts'
import { useLanguage } from '../../lib/words.ts'
import { toast } from '../../ui/toast.tsx'
import { articleWords } from '../reading.words.ts'
import { applicationPath, isSamePageLink, openedTarget, prefersReducedMotion, targetOf, urlOf } from './links.ts'

/** Makes the anchors of a rendered page unique in a document that shows several: each id and each link to one begins with `prefix`. */
export const ownAnchors = (html: string, prefix: string) =>
  html.replace(/<[a-z][^>]*>/gi, (tag) =>
    tag
      .replace(/(\sid=")([^"]+)"/, (_, start: string, id: string) => `${start}${prefix}${id}"`)
      .replace(/(\shref=")#([^"]+)"/, (_, start: string, id: string) => `${start}#${prefix}${id}"`),
  )

interface Enhance {
  language: Language
  /** Opens a path of the application without a reload. If missing (editor preview), links open a new tab: the window has unsaved text. */
  navigate?: (path: string) => void
  /** The address of the page for its readers, from which relative links lead, if it is not that of the window. */
  address?: string
  /** The item, for which the browser keeps the servers that a reader chose. */
  scope?: string
  isForPaper?: boolean
  /** Shows a short notification. */
  say?: (text: string, failed?: true) => void
}

const COPIED_SHOWN_MS = 1500
/** The language of code samples that the reader chose last. */
const SAMPLE_KEY = 'sheaf.sample'

/**
 * Makes a rendered article interactive: buttons of code blocks, anchors, links, pictures and diagrams. One listener at the root
 * handles all clicks, so a large article costs no more than a small one. The returned function removes the listeners.
 */
export function enhanceArticle(
  root: HTMLElement,
  { language, navigate, address = '', say, scope = '', isForPaper = false }: Enhance,
): () => void {
  const words = articleWords[language]
  const lifetime = new AbortController()

  const copyCode = async (button: HTMLElement) => {
    const box = button.closest('.code, .endpoint')
    const chosen = [...(box?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? [])].findIndex((input) => input.checked)
    const code = box?.querySelectorAll('pre, .url')[Math.max(0, chosen)]?.textContent ?? ''
    const copied = await copyText(code.replace(/\n$/, ''))
    if (!copied) return say?.(words.notCopied, true)
    const title = button.title
    button.classList.add('done')
    button.title = words.copied
    button.setAttribute('aria-label', words.copied)
    setTimeout(() => {
      button.classList.remove('done')
      button.title = title
      button.setAttribute('aria-label', title)
    }, COPIED_SHOWN_MS)
  }
  const wrap = (button: HTMLElement) => {
    const { classList } = button.closest('.code') ?? button
    const on = !(classList.contains('wrap') || (wrapsCode() && !classList.contains('nowrap')))
    classList.toggle('wrap', on)
    classList.toggle('nowrap', !on)
    button.setAttribute('aria-pressed', String(on))
  }
  /** Opens all fields between the heading of the button and the next heading. */
  const openFields = (button: HTMLElement) => {
    for (let at = button.closest('h2')?.nextElementSibling; at && at.tagName !== 'H2'; at = at.nextElementSibling)
      for (const details of at.querySelectorAll<HTMLDetailsElement>('details.within')) details.open = true
  }
  const goTo = (hash: string) => {
    if (navigate) return navigate(hash)
    openedTarget(hash, root)?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' })
  }
  const copyAnchor = async (link: HTMLAnchorElement) => {
    goTo(link.hash)
    if (navigate && (await copyText(link.href))) say?.(words.linkCopied)
  }
  const follow = (link: HTMLAnchorElement, event: MouseEvent) => {
    const href = link.getAttribute('href') ?? ''
    if (href.startsWith('#') && !href.startsWith('#/') ? href.length > 1 : isSamePageLink(link.href)) {
      event.preventDefault()
      return link.matches('.anc, .pname') ? void copyAnchor(link) : goTo(link.hash)
    }
    if (link.hasAttribute('download')) return
    const target = urlOf(href, new URL(address, link.baseURI).href)
    if (!target) return
    const path = applicationPath(target.href, readBoot().base)
    if (path === undefined && (navigate || !/^https?:$/.test(target.protocol))) return
    event.preventDefault()
    if (navigate && path !== undefined) navigate(path)
    else open(path === undefined ? target : readBoot().base + path, '_blank', 'noopener')
  }
  const zoom = (image: HTMLImageElement) => void import('./zoom.ts').then(({ showPicture }) => showPicture(image, words.close))

  root.addEventListener(
    'click',
    (event) => {
      if (event.defaultPrevented || event.button !== 0) return
      const target = event.target as Element
      const button = target.closest<HTMLElement>('button[data-act]')
      if (button?.dataset['act'] === 'copy') return void copyCode(button)
      if (button?.dataset['act'] === 'wrap') return wrap(button)
      if (button?.dataset['act'] === 'open') return openFields(button)
      const link = target.closest<HTMLAnchorElement>('a[href]')
      if (link) {
        if (!event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) follow(link, event)
        return
      }
      if (target instanceof HTMLImageElement) zoom(target)
    },
    { signal: lifetime.signal },
  )
  root.addEventListener(
    'keydown',
    (event) => {
      if (!(event.target instanceof HTMLImageElement) || (event.key !== 'Enter' && event.key !== ' ')) return
      event.preventDefault()
      zoom(event.target)
    },
    { signal: lifetime.signal },
  )
  root.addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLInputElement && /^sample\b/.test(target.name)) stored.write(SAMPLE_KEY, target.value)
    },
    { signal: lifetime.signal },
  )
  for (const button of root.querySelectorAll<HTMLElement>('[data-act="open"]')) button.hidden = false
  const sample = stored.read(SAMPLE_KEY)
  for (const input of root.querySelectorAll<HTMLInputElement>('input[name^="sample"]')) if (input.value === sample) input.checked = true
  if (root.querySelector('.code') && wrapsCode()) updateWrapButtons(root)
  for (const image of root.querySelectorAll<HTMLImageElement>('img:not(a img, .emoji)')) {
    image.tabIndex = 0
    image.setAttribute('role', 'button')
    if (!image.alt) image.setAttribute('aria-label', words.enlarge)
  }
  const diagrams = [...root.querySelectorAll<HTMLElement>('pre.diagram[data-kind]')]
  if (diagrams.length) {
    void import('../diagram/diagram.ts').then(({ drawDiagrams }) => {
      if (!lifetime.signal.aborted) drawDiagrams(diagrams, language, lifetime.signal, isForPaper)
    })
  }
  const choices = [...root.querySelectorAll<HTMLElement>('.endpoint.servers')]
  if (choices.length) void import('./servers.ts').then(({ enableServers }) => enableServers(choices, scope, lifetime.signal))
  return () => lifetime.abort()
}

interface Props {
  html: string
  needs: string[]
  /** The text begins with the page title, which the header already shows. */
  titled: boolean
  /** Words to mark, after a search. */
  searched: string
  /** The item, for which the browser keeps the servers that a reader chose. */
  scope?: string
  /** All diagrams are drawn, also those that no reader comes near. */
  isForPaper?: boolean
  root: RefObject<HTMLDivElement | null>
}

/**
 * The text of a page. React sets the HTML once and never updates it. Hydration keeps the HTML of the server (boot.ts reads it
 * from `data-article`).
 */
export const ArticleBody = memo(function ArticleBody({ html, needs, titled, searched, scope = '', isForPaper = false, root }: Props) {
  const language = useLanguage()
  const navigate = useNavigate()
  const { key } = useLocation()
  const content = useMemo(() => ({ __html: html }), [html])

  /* `html` is a dependency because a new text replaces all elements. */
  useEffect(() => {
    if (!root.current) return
    return enhanceArticle(root.current, {
      language,
      navigate,
      scope,
      isForPaper,
      say: (text, failed) => toast(text, failed ? 'bad' : 'ok'),
    })
  }, [html, language, root, navigate, scope, isForPaper])

  const math = needs.includes('math')
  useEffect(() => {
    if (math) void import('../../ui/css/katex.css')
  }, [math])

  /* `key` is a dependency because each navigation scrolls to the match again, even for the same search words. */
  useEffect(() => {
    if (!searched) return
    let undo = () => {}
    let cancelled = false
    void import('./highlight.ts').then(({ highlight }) => {
      if (!cancelled && root.current) undo = highlight(root.current, searched, !targetOf(location.hash))
    })
    return () => {
      cancelled = true
      undo()
    }
  }, [html, searched, root, key])

  return (
    <div ref={root} className={titled ? 'art titled' : 'art'} data-article="" suppressHydrationWarning dangerouslySetInnerHTML={content} />
  )
})
