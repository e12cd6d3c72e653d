import { randomInt } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { CROCKFORD } from '../../platform/reference-code.ts'
import { bundleNotFound, CODE_LENGTH, readCode, type Stamp, shownCode } from './bundle-domain.ts'
import { type Head, sha256, walkChain } from './chain-service.ts'
import type { PacketCheck } from './contract.ts'
import { compareBundles, findBundle, insertBundle } from './repository.ts'

type BundleDeps = { db: Database; clock: Clock; publicUrl: string }

/**
 * Prints an evidence bundle of the log with a code on it, and stores what anyone needs to verify it.
 * @param bundle `head`: the newest entry of the chain, read after the printed entries, so that it covers all of them
 */
export async function printBundle(
  { publicUrl, db, clock }: BundleDeps,
  actor: Actor,
  bundle: { propertyId: string; bookingId: string | null; entries: number; head: Head },
  print: (stamp: Stamp) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { accountId } = requireAccount(actor)
  const code = newCode()
  const pdf = await print({ code: shownCode(code), url: `${publicUrl}/showingbooker/verify/${shownCode(code)}` })
  const { head, ...of } = bundle
  const made = { headSequence: head.sequence, headHash: head.hash, sha256: sha256(pdf), madeBy: accountId }
  await insertBundle(db, { code, ...of, ...made, madeAt: clock.now().toString() })
  return pdf
}

/**
 * Checks whether an evidence bundle is genuine and whether the log still contains the printed entries. The answer
 * names no person.
 * @throws DomainError not_found
 */
export async function verifyBundle({ db }: BundleDeps, entered: string): Promise<PacketCheck> {
  const code = readCode(entered)
  const bundle = code && (await findBundle(db, code))
  if (!bundle) throw bundleNotFound()
  const { proof, head } = await walkChain(db, bundle.property_id, bundle.head_sequence)
  return {
    code: shownCode(bundle.code),
    of: bundle.booking_id ? 'showing' : 'home',
    madeAt: bundle.made_at.toISOString(),
    entries: bundle.entries,
    headSequence: bundle.head_sequence,
    headHash: bundle.head_hash,
    sha256: bundle.sha256,
    isIntact: proof.valid && head.sequence === bundle.head_sequence && head.hash === bundle.head_hash,
  }
}

/** Counts evidence bundles and lists the codes of broken ones, for the command line. */
export async function verifyBundles({ db }: BundleDeps): Promise<{ bundles: number; broken: string[] }> {
  const { bundles, broken } = await compareBundles(db)
  return { bundles, broken: broken.map(shownCode) }
}

/** Makes a code of 80 bits, which no one can guess. */
const newCode = () => Array.from({ length: CODE_LENGTH }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('')
