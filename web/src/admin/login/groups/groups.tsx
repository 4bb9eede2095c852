import './groups.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../../lib/api.ts'
import { siteDay } from '../../../lib/format.ts'
import { useLanguage, useWords } from '../../../lib/words.ts'
import { useConfirmed } from '../../../ui/confirm/confirmed.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { personText } from '../../../ui/person.tsx'
import { Bone, Skeleton } from '../../../ui/placeholder.tsx'
import { useSend } from '../../../ui/send.ts'
import { Block } from '../../../ui/settings/block.tsx'
import { Listing } from '../../../ui/table/listing.tsx'
import type { BoundGroup } from '../../list.tsx'
import { AddGroup, type GroupsOf } from './add.tsx'
import { groupWords } from './groups.words.ts'

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
