import { errorMessage, type Language } from '@sheaf/contract'
import { factsOf, inLanguage } from '@sheaf/contract/languages'

const words = {
  en: {
    away: 'Back in a moment',
    retry: 'This page tries again by itself.',
    now: 'Try now',
    refused: 'This link does not open',
    mayOpen: 'If it is not public, it opens after you have signed in.',
    home: 'To the start page',
    signIn: 'Sign in',
  },
  zh: {
    away: '稍后即可恢复',
    retry: '本页会自动重试。',
    now: '立即重试',
    refused: '无法打开此链接',
    mayOpen: '如果内容未公开，登录后即可打开。',
    home: '返回首页',
    signIn: '登录',
  },
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** The page that a browser shows while the database is unreachable. */
export function databaseAwayPage(language: Language) {
  const t = inLanguage(words, language)
  const text = `${errorMessage('databaseAway', language)}${factsOf(language).stop}${t.retry}`
  return page(language, { title: t.away, text, links: [{ to: '', name: t.now }], head: '<meta http-equiv="refresh" content="15">\n' })
}

interface RefusedLink {
  message: string
  /** The path of the site. */
  base: string
  /** The path and the query of the link, if the person has no session or one that has ended: the sign-in leads there. */
  signInFor: string | undefined
  /** Whether the message does not ask for the sign-in, which may open the link all the same. */
  isHidden: boolean
}

/** The page for a person who opened a link to a file or to another call that was refused. */
export function refusedPage(language: Language, { message, base, signInFor, isHidden }: RefusedLink) {
  const t = inLanguage(words, language)
  return page(language, {
    title: t.refused,
    text: `${message}${factsOf(language).stop}${signInFor && isHidden ? t.mayOpen : ''}`.trim(),
    links: [
      ...(signInFor ? [{ to: `${base}/user/login?redirect=${encodeURIComponent(signInFor)}`, name: t.signIn }] : []),
      { to: `${base}/`, name: t.home },
    ],
    head: '',
  })
}

interface Shown {
  title: string
  text: string
  links: { to: string; name: string }[]
  head: string
}

/** It loads no other file, so it repeats a few colours of tokens.css. */
const page = (language: Language, { title, text, links, head }: Shown) => `<!doctype html>
<html lang="${factsOf(language).tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${head}<title>${title} - Sheaf</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.7 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; background: light-dark(#f6f5f1, #131614); color: light-dark(#1d1c18, #e6e8e2) }
a { color: light-dark(#1a6b50, #6ecba5) }
main { max-width: 30rem; padding: 2rem 1.5rem }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; font-weight: 600 }
p { margin: 0 0 1rem }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escaped(text)}</p>
<p>${links.map(({ to, name }) => `<a href="${escaped(to)}">${name}</a>`).join(' · ')}</p>
</main>
</body>
</html>
`
