import { AGENT_NOTE_MAX, ROBOTS_MAX, SITE_DESCRIPTION_MAX } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormRadios, FormText, FormTextArea } from '../../ui/forms/form-fields.tsx'
import { FieldError } from '../../ui/forms/form-foot.tsx'
import { useSend } from '../../ui/send.ts'
import { Block, SavedSwitch } from '../../ui/settings/block.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { type Config, ConfigForm } from '../config.tsx'
import { enginesWords } from './engines.words.ts'

const count = async () => {
  const counts = await api.adminSetting.saveConfig({ site_index: '1', index_default: 'kind', count_only: '1' })
  return Array.isArray(counts) ? undefined : counts
}

/** Says what becomes listed before it is, and offers to list only what its owners choose. */
function OpenDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(enginesWords)
  const ui = useWords(uiWords)
  const counts = useQuery({ queryKey: ['adminSetting', 'saveConfig', 'count'], queryFn: count, gcTime: 0, staleTime: 0 })
  const save = useSend(api.adminSetting.saveConfig, { onDone: onClose })
  const open = (index_default: string) => void save.send({ site_index: '1', index_default })
  const { regular = '0', api: calls = '0' } = counts.data ?? {}
  const isWaiting = counts.isPending || save.busy
  return (
    <Dialog
      title={t.question}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" data-autofocus onClick={onClose}>
            {ui.cancel}
          </button>
          <button type="button" className="btn" disabled={isWaiting} onClick={() => open('none')}>
            {t.onlyChosen}
          </button>
          <button type="button" className="btn primary" disabled={isWaiting} onClick={() => open('kind')}>
            {t.byKind}
          </button>
        </>
      }
    >
      <p role="status">
        {counts.isPending && t.counting}
        {counts.data && (
          <>
            <strong>{t.counted(Number(regular) + Number(calls))}</strong>
            <br />
            {t.kinds(regular, calls)}
          </>
        )}
      </p>
      <p>{t.kindsHelp}</p>
      <FieldError>{(save.error ?? counts.error)?.message}</FieldError>
    </Dialog>
  )
}

const detailsOf = ({ index_default, site_description, site_agent_note, robots_more }: Config) => ({
  index_default,
  site_description,
  site_agent_note,
  robots_more,
})
type Details = ReturnType<typeof detailsOf>

const trimmed = (values: Details): Details => ({
  ...values,
  site_description: values.site_description.trim(),
  site_agent_note: values.site_agent_note.trim(),
  robots_more: values.robots_more.trim(),
})

interface AgentSwitchProps {
  name: 'mcp_on' | 'mcp_open'
  label: string
  help: string
  config: Config
}

/** A switch that is saved at once. */
function AgentSwitch({ name, label, help, config }: AgentSwitchProps) {
  const save = useSend(api.adminSetting.saveConfig, { failed: true, queue: `switch ${name}` })
  const on = (save.input?.[name] ?? config[name]) === '1'
  return (
    <SavedSwitch label={label} help={help} on={on} saved={save.isDone} onChange={(next) => void save.send({ [name]: next ? '1' : '0' })} />
  )
}

/** What search engines and agents learn of this site. */
export function EnginesSettings({ config }: { config: Config }) {
  const t = useWords(enginesWords)
  const [isAsking, setAsking] = useState(false)
  const save = useSend(api.adminSetting.saveConfig, { failed: true, queue: 'switch site_index' })
  const on = (save.input?.site_index ?? config.site_index) === '1'
  return (
    <>
      <Block title={t.title} about={t.about} name="engines">
        <SavedSwitch
          label={t.open}
          help={t.openHelp}
          on={on}
          saved={save.isDone}
          onChange={(next) => (next ? setAsking(true) : void save.send({ site_index: '0' }))}
        />
        <AgentSwitch name="mcp_on" label={t.agents} help={t.agentsHelp} config={config} />
        {config.mcp_on === '1' && <AgentSwitch name="mcp_open" label={t.agentsOpen} help={t.agentsOpenHelp} config={config} />}
      </Block>
      <ConfigForm title={t.details} about={t.detailsAbout} stored={detailsOf(config)} select={detailsOf} shownAfter={trimmed}>
        {on && (
          <FormRadios
            name="index_default"
            label={t.unchosen}
            stacked
            options={[
              { value: 'kind', label: t.unchosenKind },
              { value: 'none', label: t.unchosenNone },
            ]}
          />
        )}
        <FormText name="site_description" label={t.description} help={t.descriptionHelp} optional maxLength={SITE_DESCRIPTION_MAX} />
        <FormTextArea name="site_agent_note" label={t.note} help={t.noteHelp} optional maxLength={AGENT_NOTE_MAX} />
        <FormTextArea name="robots_more" label={t.robots} help={t.robotsHelp} optional maxLength={ROBOTS_MAX} />
      </ConfigForm>
      {isAsking && <OpenDialog onClose={() => setAsking(false)} />}
    </>
  )
}
