import './template.css'
import { useQuery } from '@tanstack/react-query'
import { Braces, CircleAlert, Database, FileText, List, RotateCw } from 'lucide-react'
import { api, read } from '../../lib/api.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { Bone, Skeleton } from '../../ui/placeholder.tsx'
import type { EditingSession } from '../session.ts'
import { insertBuiltInTemplate, insertTemplate } from '../text/insert.ts'
import { templateWords } from '../tools.words.ts'
import type { BuiltIn } from './built-in.ts'

export const builtInKinds = [
  ['api', Braces],
  ['dictionary', Database],
  ['errors', CircleAlert],
] as const satisfies [BuiltIn, unknown][]

const OWN_TEMPLATES_MAX = 5

/** The user's own templates, newest first. */
export function useTemplates() {
  const query = useQuery(read(api.template.getList, {}))
  return { ...query, templates: query.data?.toSorted((a, b) => Number(b.id) - Number(a.id)) }
}

function OwnTemplates({ session }: { session: EditingSession }) {
  const t = useWords(templateWords)
  const { templates, error, refetch } = useTemplates()
  if (error)
    return (
      <button type="button" role="menuitem" tabIndex={-1} className="mi" onClick={() => void refetch()}>
        <RotateCw className="i" aria-hidden="true" />
        {t.failed}
        <span className="end">{t.again}</span>
      </button>
    )
  if (!templates)
    return (
      <div className="tp-wait">
        <Skeleton>
          <Bone width="72%" />
          <Bone width="54%" />
        </Skeleton>
      </div>
    )
  if (!templates.length) return <p className="tp-none">{t.none}</p>
  return (
    <>
      {templates.slice(0, OWN_TEMPLATES_MAX).map(({ id, template_title, template_content }) => (
        <MenuItem
          key={id}
          icon={<FileText className="i" aria-hidden="true" />}
          onSelect={() => insertTemplate(session.editing.view, template_content)}
        >
          <span className="cut">{template_title}</span>
        </MenuItem>
      ))}
      <MenuItem icon={<List className="i" aria-hidden="true" />} onSelect={() => session.show('templates')}>
        {t.more}
      </MenuItem>
    </>
  )
}

/** The built-in templates and the user's own. */
export function TemplateItems({ session }: { session: EditingSession }) {
  const t = useWords(templateWords)
  const language = useLanguage()
  return (
    <>
      {builtInKinds.map(([kind, Icon]) => (
        <MenuItem
          key={kind}
          icon={<Icon className="i" aria-hidden="true" />}
          onSelect={() => void insertBuiltInTemplate(session.editing.view, kind, language)}
        >
          {t[kind]}
        </MenuItem>
      ))}
      <OwnTemplates session={session} />
    </>
  )
}
