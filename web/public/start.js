/*
 * Reading pages show their text first: the app is asked for once the text has been painted, and the web fonts are put into the
 * browser's store after that, for the next page. So nothing competes with the text, and no text ever moves.
 */
;(() => {
  const { main, more, fonts, path } = document.currentScript.dataset
  const add = (tag, fields) => document.head.append(Object.assign(document.createElement(tag), fields))
  const idle = window.requestIdleCallback ?? ((then) => setTimeout(then, 200))
  let started = false
  const start = () => {
    if (started) return
    started = true
    for (const href of more.split(' ')) if (href) add('link', { rel: 'modulepreload', href })
    add('script', { type: 'module', src: main })
  }
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, 50)))
  setTimeout(start, 1500)
  if (!fonts) return
  const keep = async () => {
    await Promise.all(fonts.split(' ').map((url) => fetch(url).then((answer) => answer.blob())))
    document.cookie = `fonts=1; path=${path}; max-age=2592000; samesite=lax`
  }
  addEventListener('load', () => setTimeout(() => idle(() => keep().catch(() => {})), 2500))
})()
