import { api, bodyOf } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/language.ts'
import { isSignedOut } from '../../../platform/signed-out.ts'
import { useAccountTime } from '../../../ui/account-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { useAct } from '../../../ui/use-act.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/creator.ts'
import type { Following, PublicProfile } from '../contract.ts'
import styles from './creator-header.module.css'

type CreatorHeaderProps = { profile: PublicProfile; onFollowing: (change: Following) => void }

/** Shows a creator's name, numbers and bio. */
export function CreatorHeader({ profile, onFollowing }: CreatorHeaderProps) {
  const { anonymous_username: name, picture, bio, isFollowing, isOwn, isPrivate } = profile
  const timeOf = useAccountTime()
  const counts = [
    { count: profile.gallery_count, text: t.countImages },
    { count: profile.follower_count, text: t.countFollowers },
    { count: profile.following_count, text: t.countFollowing },
  ]
  return (
    <header className={styles.header}>
      <span className={styles.picture}>
        {picture ? <img src={picture} alt="" width={96} height={96} /> : <Icon name="user" />}
      </span>
      <div className={styles.words}>
        <h1>{name}</h1>
        {isPrivate && (
          <p>
            <Badge tone="waiting">{t.privateProfile()}</Badge>
          </p>
        )}
        <p className={styles.bio}>{bio || t.noBio()}</p>
        <ul className={styles.counts}>
          {counts.map(({ count, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items never move.
            <li key={index}>
              {rich(
                text({ count, formatted: formatNumber(count), strong: (inner: string) => <strong>{inner}</strong> }),
              )}
            </li>
          ))}
          <li>{t.memberSince({ day: timeOf(profile.created_at, 'day') })}</li>
        </ul>
      </div>
      {isFollowing !== null && <FollowButton name={name} isFollowing={isFollowing} onFollowing={onFollowing} />}
      {isOwn && (
        <ButtonLink variant="secondary" href="/account/profile">
          {t.editProfile()}
        </ButtonLink>
      )}
    </header>
  )
}

type FollowButtonProps = { name: string; isFollowing: boolean; onFollowing: (change: Following) => void }

export function FollowButton({ name, isFollowing, onFollowing }: FollowButtonProps) {
  const { act, isBusy, fault } = useAct()
  const isAlive = useIsAlive()
  async function toggle() {
    const of = { params: { path: { username: name } } }
    onFollowing(bodyOf(await (isFollowing ? api.DELETE('/follow/{username}', of) : api.POST('/follow/{username}', of))))
  }
  return (
    <div className={styles.follow}>
      <Button
        variant={isFollowing ? 'secondary' : 'primary'}
        busy={isBusy}
        disabled={!isAlive}
        onClick={() => act(toggle)}
      >
        {rich(
          (isFollowing ? t.unfollow : t.follow)({
            name,
            span: hidden,
          }),
        )}
      </Button>
      {/* The session may have ended since the page was loaded. */}
      {fault && <Notice kind="error" role="alert" title={isSignedOut(fault) ? t.signInToFollow() : fault.message} />}
    </div>
  )
}
