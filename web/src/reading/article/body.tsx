import '../../ui/css/article.css'
import { memo, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLanguage } from '../../lib/words.ts'
import { toast } from '../../ui/toast.ts'
import { enhanceArticle } from './enhance.ts'
import { targetOf } from './links.ts'

interface Props {
  html: string
  needs: string[]
  /** The text begins with the page's own title: it stands above already. */
  titled: boolean
  /** Words to mark, after a search. */
  searched: string
  root: RefObject<HTMLDivElement | null>
}

/**
 * The text of a page. It is never drawn twice: React hands the HTML over once and leaves it alone, in the browser also
 * when the server has written it (boot.ts reads it back from `data-article`).
 */
export const ArticleBody = memo(function ArticleBody({ html, needs, titled, searched, root }: Props) {
  const language = useLanguage()
  const go = useNavigate()
  const { key } = useLocation()
  const navigate = useRef(go)
  navigate.current = go
  const content = useMemo(() => ({ __html: html }), [html])

  /* Another text is another article to bring to life: hence html among the dependencies. */
  useEffect(() => {
    if (!root.current) return
    return enhanceArticle(root.current, {
      language,
      navigate: (path) => void navigate.current(path),
      say: (text, failed) => toast(text, failed ? 'bad' : 'ok'),
    })
  }, [html, language, root])

  const math = needs.includes('math')
  useEffect(() => {
    if (math) void import('katex/dist/katex.min.css')
  }, [math])

  /* Each step that leads here shows the place again, also from a search for the same words: hence key. */
  useEffect(() => {
    if (!searched) return
    let undo = () => {}
    let gone = false
    void import('./highlight.ts').then(({ highlight }) => {
      if (!gone && root.current) undo = highlight(root.current, searched, !targetOf(location.hash))
    })
    return () => {
      gone = true
      undo()
    }
  }, [html, searched, root, key])

  return (
    <div ref={root} className={titled ? 'art titled' : 'art'} data-article="" suppressHydrationWarning dangerouslySetInnerHTML={content} />
  )
})
