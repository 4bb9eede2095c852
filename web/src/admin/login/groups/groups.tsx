import './groups.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, read } from '../../../lib/api.ts'
import { siteDay } from '../../../lib/format.ts'
import { useLanguage, useWords } from '../../../lib/words.ts'
import { useConfirmed } from '../../../ui/confirm/confirmed.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { FieldFrame, Input } from '../../../ui/forms/field.tsx'
import { FieldError } from '../../../ui/forms/form-foot.tsx'
import { personText } from '../../../ui/person.tsx'
import { Bone, Skeleton } from '../../../ui/placeholder.tsx'
import { useSend } from '../../../ui/send.ts'
import { Block } from '../../../ui/settings/block.tsx'
import { Listing } from '../../../ui/table/listing.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { BoundGroup, FoundTeam } from '../../list.tsx'
import { groupWords } from './groups.words.ts'

const GROUP_MAX = 255
/** Milliseconds after the last key until the server searches. */
const ASK_AFTER_MS = 200

export interface GroupsOf {
  /** '0': the directory. */
  provider_id: string
  /** What names a group there. */
  kind: 'dn' | 'group' | 'department'
}

interface Props extends GroupsOf {
  confirmed: <Out>(run: () => Promise<Out>) => Promise<Out>
}

/** Binds a group to a team. */
function AddGroup({ provider_id, kind, confirmed }: Props) {
  const t = useWords(groupWords)
  const [group, setGroup] = useState('')
  const [team, setTeam] = useState<FoundTeam>()
  const [isChecked, setChecked] = useState(false)
  const bind = useSend(api.adminProvider.saveRule)
  const save = async ({ team_id, team_name }: FoundTeam) => {
    try {
      await confirmed(() => bind.send({ provider_id, group_value: group, team_id }))
    } catch {
      return // `bind.error` is shown, and what was entered stays.
    }
    toast(t.bound(group, team_name))
    setGroup('')
    setTeam(undefined)
    setChecked(false)
  }
  const submit = () => {
    setChecked(true)
    if (group.trim() && team) void save(team)
  }
  return (
    <form
      className="adm-groups-add"
      aria-label={t.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FieldFrame label={t[kind]} help={t[`${kind}Help`]} wrong={isChecked && !group.trim() ? t.groupMissing : undefined}>
        {(control) => (
          <Input
            {...control}
            value={group}
            maxLength={GROUP_MAX}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setGroup(event.target.value)}
          />
        )}
      </FieldFrame>
      <TeamField team={team} wrong={isChecked && !team ? t.teamMissing : undefined} onChange={setTeam} />
      <FieldError>{bind.error?.message}</FieldError>
      <button type="submit" className="btn" aria-busy={bind.busy} onClick={(event) => bind.busy && event.preventDefault()}>
        {t.bind}
      </button>
    </form>
  )
}

interface TeamProps {
  team: FoundTeam | undefined
  wrong: string | undefined
  onChange: (team: FoundTeam | undefined) => void
}

/** Chooses a team of any owner; the server searches. */
function TeamField({ team, wrong, onChange }: TeamProps) {
  const t = useWords(groupWords)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(setAsked, ASK_AFTER_MS, typed)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery({ ...read(api.adminProvider.teams, { team_name: asked }), placeholderData: keepPreviousData })
  const all = found.data ?? []
  const options = team && !all.some(({ team_id }) => team_id === team.team_id) ? [team, ...all] : all
  return (
    <FieldFrame label={t.team} wrong={wrong}>
      {(control) => (
        <Combobox
          {...control}
          value={team?.team_id}
          placeholder={t.teamFind}
          options={options.map(({ team_id, team_name, username, name }) => ({
            value: team_id,
            label: t.teamOf(team_name, personText(username, name)),
          }))}
          waiting={found.isFetching || typed !== asked}
          empty={found.error ? t.teamsFailed : t.teamNone}
          onType={setTyped}
          onChange={(id) => onChange(options.find(({ team_id }) => team_id === id))}
        />
      )}
    </FieldFrame>
  )
}

/** The groups of a provider, or of the directory, whose people become members of teams. */
export function GroupsToTeams({ provider_id, kind }: GroupsOf) {
  const t = useWords(groupWords)
  const list = useQuery(read(api.adminProvider.rules, { provider_id }))
  const [leaving, setLeaving] = useState<BoundGroup>()
  const [confirmed, question] = useConfirmed()
  const remove = useSend(({ rule_id }: BoundGroup) => confirmed(() => api.adminProvider.deleteRule({ rule_id })), {
    changes: api.adminProvider.deleteRule,
    done: (_, { group_value, team_name }) => t.removed(group_value, team_name),
  })
  const waiting = (
    <Skeleton>
      <Bone height={42} />
      <Bone height={42} />
    </Skeleton>
  )
  return (
    <Block title={t.title} about={t.about}>
      <Listing list={list} waiting={waiting} failed={t.failed} empty={<p className="help">{t.none}</p>}>
        {(groups) => (
          <ul className="adm-groups" aria-label={t.list}>
            {groups.map((group) => (
              <OneGroup key={group.rule_id} group={group} onRemove={() => setLeaving(group)} />
            ))}
          </ul>
        )}
      </Listing>
      {list.data && <AddGroup provider_id={provider_id} kind={kind} confirmed={confirmed} />}
      {leaving && (
        <ConfirmDialog
          title={t.removeTitle(leaving.group_value, leaving.team_name)}
          action={t.removeDo}
          danger
          onConfirm={() => remove.send(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          {t.removeText(Number(leaving.members))}
        </ConfirmDialog>
      )}
      {question}
    </Block>
  )
}

function OneGroup({ group, onRemove }: { group: BoundGroup; onRemove: () => void }) {
  const t = useWords(groupWords)
  const language = useLanguage()
  const { group_value, team_name, username, name, members, by_username, addtime } = group
  return (
    <li>
      <span>
        <b>{group_value}</b>
        <small>{t.into(team_name, personText(username, name))}</small>
        <small>
          {t.members(Number(members))} · {t.by(by_username, siteDay(addtime, language))}
        </small>
      </span>
      <button
        type="button"
        className="btn quiet small"
        aria-label={t.removeOne(group_value, team_name)}
        aria-haspopup="dialog"
        onClick={onRemove}
      >
        {t.remove}
      </button>
    </li>
  )
}
