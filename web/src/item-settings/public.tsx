import type { Answer } from '@sheaf/contract/client'
import { AGENT_NOTE_MAX } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { api, read } from '../lib/api.ts'
import { useBoot } from '../lib/boot.ts'
import { longDate, shortDate, siteDay } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { FormRadios, FormTextArea } from '../ui/forms/form-fields.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Bone, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { Block } from '../ui/settings/block.tsx'
import { Settings } from '../ui/settings/reminder.tsx'
import { SettingsForm } from '../ui/settings/settings-form.tsx'
import { type Column, Table, TableWaiting } from '../ui/table/table.tsx'
import type { SettingItem } from './basics.tsx'
import { CopyValue } from './copy-value.tsx'
import { publicWords } from './public.words.ts'
import { settingWords } from './screen.words.ts'

type Used = Answer<'publish', 'tokens'>
type Token = Used['list'][number]

const DAYS = 30
const DAY_SECONDS = 86_400

function UsedTable({ used: { list, total } }: { used: Used }) {
  const t = useWords(publicWords)
  const language = useLanguage()
  const levels: Record<string, string> = { 1: t.level1, 2: t.level2, 3: t.level3, 4: t.level4 }
  const columns: Column<Token>[] = [
    {
      head: t.token,
      isName: true,
      look: 'cut',
      title: ({ name, username }) => `${name}, ${username}`,
      cell: ({ name, username, is_ended }) => (
        <>
          {name} {is_ended === '1' && <span className="tag">{t.ended}</span>}
          <span className="setting-token-of">{username}</span>
        </>
      ),
    },
    { head: t.level, cell: ({ level }) => levels[level] ?? level, width: 136 },
    { head: t.calls, cell: ({ calls }) => calls, phone: ({ calls }) => t.callCount(Number(calls)), width: 64, isNumber: true },
    { head: t.lastUsed, cell: ({ last_time }) => shortDate(Number(last_time), language), width: 120, look: 'muted' },
  ]
  return (
    <>
      <Table name={t.used} look="setting-tokens" columns={columns} rows={list} keyOf={({ grant_id }) => grant_id} />
      {Number(total) > list.length && <p className="help">{t.usedMore(list.length, Number(total))}</p>}
    </>
  )
}

/** The tokens and connected programs of all people that used the item. */
function UsedTokens({ item_id }: { item_id: string }) {
  const t = useWords(publicWords)
  const language = useLanguage()
  const used = useQuery(read(api.publish.tokens, { item_id }))
  const isShorter = used.data && Number(used.data.since) > Date.now() / 1000 - (DAYS - 1) * DAY_SECONDS
  const about = isShorter ? t.usedSince(siteDay(longDate(Number(used.data.since), language), language)) : t.usedAbout
  return (
    <Block title={t.used} about={about}>
      {used.data ? (
        used.data.list.length > 0 ? (
          <UsedTable used={used.data} />
        ) : (
          <p className="muted">{t.usedNone}</p>
        )
      ) : used.error ? (
        <ErrorNote title={t.usedFailed} error={used.error} onRetry={() => void used.refetch()} />
      ) : (
        <TableWaiting rows={2} />
      )}
    </Block>
  )
}

type Publishing = Answer<'publish', 'info'>
interface Props {
  item: SettingItem
  info: Publishing
}

const choiceOf = ({ is_indexed }: Publishing) => ({ is_indexed })
const suggestionsOf = ({ suggest_from, accept_own }: Publishing) => ({ suggest_from, accept_own })
const statesOf = ({ truth_badge }: Publishing) => ({ truth_badge })
const noteOf = ({ agent_note }: Publishing) => ({ agent_note })

/** Whether the item is listed now, or the reason why no choice lists it. */
function ListingState({ info }: { info: Publishing }) {
  const t = useWords(publicWords)
  const reasons: Record<string, string> = { password: t.password, site: t.site, address: t.address }
  const text = reasons[info.why] ?? (info.listed === '1' ? t.listed : t.notListed)
  return (
    <p className={info.why in reasons ? 'line-note info setting-note' : 'setting-what'} role="status">
      {text}
    </p>
  )
}

function ListingForm({ item: { item_id }, info }: Props) {
  const t = useWords(publicWords)
  return (
    <SettingsForm
      name={t.engines}
      stored={choiceOf(info)}
      reload={() => api.publish.info({ item_id }).then(choiceOf)}
      onSave={(changes) => api.publish.save({ item_id, ...changes })}
      call={api.publish.save}
    >
      <Block title={t.engines} about={t.enginesAbout}>
        <ListingState info={info} />
        <FormRadios
          name="is_indexed"
          label={t.choice}
          stacked
          options={[
            { value: '', label: info.by_kind === '1' ? t.byKindYes : t.byKindNo, help: t.byKindHelp },
            { value: '1', label: t.yes },
            { value: '0', label: t.no, help: t.noHelp },
          ]}
        />
      </Block>
    </SettingsForm>
  )
}

function NoteForm({ item: { item_id }, info }: Props) {
  const t = useWords(publicWords)
  return (
    <SettingsForm
      name={t.agents}
      stored={noteOf(info)}
      reload={() => api.publish.info({ item_id }).then(noteOf)}
      onSave={(changes) => api.publish.save({ item_id, ...changes })}
      call={api.publish.save}
      shownAfter={({ agent_note }) => ({ agent_note: agent_note.trim() })}
    >
      <Block title={t.agents} about={t.agentsAbout}>
        <FormTextArea name="agent_note" label={t.note} help={t.noteHelp} optional maxLength={AGENT_NOTE_MAX} />
      </Block>
    </SettingsForm>
  )
}

function SuggestionForm({ item: { item_id }, info }: Props) {
  const t = useWords(publicWords)
  return (
    <SettingsForm
      name={t.suggestions}
      stored={suggestionsOf(info)}
      reload={() => api.publish.info({ item_id }).then(suggestionsOf)}
      onSave={(changes) => api.publish.save({ item_id, ...changes })}
      call={api.publish.save}
    >
      <Block title={t.suggestions} about={t.suggestionsAbout}>
        <FormRadios
          name="suggest_from"
          label={t.suggestFrom}
          stacked
          options={[
            { value: '2', label: t.fromReaders, help: t.fromReadersHelp },
            { value: '1', label: t.fromMembers },
            { value: '0', label: t.fromEditors },
          ]}
        />
        <FormRadios
          name="accept_own"
          label={t.acceptOwn}
          stacked
          options={[
            { value: '1', label: t.acceptOwnYes },
            { value: '0', label: t.acceptOwnNo },
          ]}
        />
      </Block>
    </SettingsForm>
  )
}

function StatesForm({ item: { item_id }, info }: Props) {
  const t = useWords(publicWords)
  return (
    <SettingsForm
      name={t.states}
      stored={statesOf(info)}
      reload={() => api.publish.info({ item_id }).then(statesOf)}
      onSave={(changes) => api.publish.save({ item_id, ...changes })}
      call={api.publish.save}
    >
      <Block title={t.states} about={t.statesAbout}>
        <FormRadios
          name="truth_badge"
          label={t.statesFor}
          stacked
          options={[
            { value: '1', label: t.statesForReaders },
            { value: '0', label: t.statesForEditors },
          ]}
        />
      </Block>
    </SettingsForm>
  )
}

/** How search engines and agents see the item. */
export function SettingPublic({ item }: { item: SettingItem }) {
  const t = useWords(publicWords)
  const setting = useWords(settingWords)
  const { item_id } = item
  const { site, agents } = useBoot()
  /* The forms must open with current values. */
  const info = useQuery({ ...read(api.publish.info, { item_id }), gcTime: 0 })
  return (
    <section>
      <PageHead title={setting.public} about={t.about} />
      {info.data ? (
        <Settings>
          <ListingForm item={item} info={info.data} />
          <SuggestionForm item={item} info={info.data} />
          <StatesForm item={item} info={info.data} />
          <NoteForm item={item} info={info.data} />
          <Block title={t.addresses} about={t.addressesAbout}>
            <CopyValue name={t.item} value={info.data.address} />
            <CopyValue name={t.llms} value={info.data.llms} />
            <CopyValue name={t.full} value={`${info.data.address}/llms-full.txt`} />
            {info.data.sitemap && <CopyValue name={t.sitemap} value={info.data.sitemap} />}
            <CopyValue name={t.feed} value={`${info.data.address}/changes.atom`} />
            {agents && <CopyValue name={t.mcp} value={`${site}/mcp`} />}
          </Block>
          <UsedTokens item_id={item_id} />
        </Settings>
      ) : info.isError ? (
        <ErrorNote title={t.failed} error={info.error} onRetry={() => void info.refetch()} />
      ) : (
        <Skeleton>
          <Bone width={120} height={14} />
          <Bone height={96} />
          <Bone width={120} height={14} />
          <Bone height={72} />
        </Skeleton>
      )}
    </section>
  )
}
