/* Reading pages show their text first: the app is asked for once the text has been painted. */
;(() => {
  const { main, more } = document.currentScript.dataset
  const add = (tag, fields) => document.head.append(Object.assign(document.createElement(tag), fields))
  let started = false
  const start = () => {
    if (started) return
    started = true
    for (const href of more.split(' ')) if (href) add('link', { rel: 'modulepreload', href })
    add('script', { type: 'module', src: main })
  }
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, 50)))
  setTimeout(start, 1500)
})()
