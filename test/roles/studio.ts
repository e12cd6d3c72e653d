import { type Answers, type Ask, admins, everybody, owners, signedIn, writers } from './callers.ts'

/** Asks about a private image of the first agent. */
const ofImage: Ask = ({ image }) => ({ path: image.id })
const ofNoImage: Ask = () => ({ path: '01900000-0000-7000-8000-000000000000' })
const ownersOnly: Answers = { visitor: 401, owner: 200, stranger: 404, admin: 404 }
/** An admin may view, hide, and delete an image, but never publish or change it. */
const forAdminsToo: Answers = { ...ownersOnly, admin: 200 }
const seenByAdmins: Answers = { visitor: 404, owner: 200, stranger: 404, admin: 200 }

const ofOwner: Ask = ({ owner }) => ({ path: owner.accountId })
/** Finds the profile by the name that the row of `PATCH /update-username` set. */
const asCreator: Ask = ({ owner }) => ({ path: `a${owner.accountId.slice(-12)}` })
/** The owner cannot follow themselves. */
const followers: Answers = { visitor: 401, owner: 400, stranger: 200, admin: 200 }

const ofNoJob: Ask = () => ({ path: '01900000-0000-7000-8000-000000000000' })
/** None of these accounts has confirmed its age. src/studio/studio/service.test.ts tests accounts that have. */
const tooYoung: Answers = writers(403)

const NOBODY = '01900000-0000-7000-8000-000000000000'
const ofNothing: Ask = () => ({ path: NOBODY })
const missing: Answers = { ...admins, admin: 404 }
const asNothing: Ask = () => ({})

/** Rows of the table in test/roles.test.ts. */
export const studioRoutes: Record<string, [Answers, Ask]> = {
  'POST /generate-image': [tooYoung, () => ({ body: { prompt: 'a red barn' } })],
  'GET /generate-image': [signedIn, () => ({})],
  'GET /generate-image/{jobId}': [writers(404), ofNoJob],
  'GET /generate-image/{jobId}/events': [writers(404), ofNoJob],
  'POST /generate-image/{jobId}/cancel': [writers(404), ofNoJob],
  'POST /generate-image/{jobId}/retry': [tooYoung, ofNoJob],
  'POST /studio/reading': [signedIn, () => ({ body: { prompt: 'a red barn' } })],
  'GET /studio/engine': [signedIn, () => ({})],
  'GET /images/{id}': [seenByAdmins, ofImage],
  'GET /images/{id}/original.png': [forAdminsToo, ofImage],
  'GET /images/{id}/looks.webp': [forAdminsToo, ofImage],
  'GET /images/{id}/upscaled.png': [forAdminsToo, ofImage],
  // These requests have no form. src/studio/image/verify.test.ts tests requests with one.
  'POST /images/verify': [everybody(400), () => ({})],
  'PATCH /images/{id}/visibility': [forAdminsToo, ({ image }) => ({ path: image.id, body: { visibility: 'private' } })],
  'PATCH /images/{id}/look': [ownersOnly, ({ image }) => ({ path: image.id, body: { filter: 'Default' } })],
  'DELETE /images/{id}': [writers(404), ofNoImage],
  'GET /files/images/{id}/{name}': [seenByAdmins, ({ image }) => ({ path: image.id, name: `${image.look}-256.webp` })],
  'GET /images/{id}/remixes': [seenByAdmins, ofImage],
  'GET /all-images': [everybody(200), () => ({})],
  'GET /search-images': [everybody(200), () => ({ query: '?query=lake&creator=a' })],
  'GET /user-images/{userId}': [owners, ofOwner],
  'GET /recent-images/{userId}': [owners, ofOwner],
  'GET /following-images': [signedIn, () => ({})],
  'GET /public-profile/{username}': [everybody(200), asCreator],
  'GET /follow/{username}/status': [signedIn, asCreator],
  'GET /credits': [signedIn, asNothing],
  'POST /credits/purchase': [writers(201), () => ({ body: { pack: 20 } })],
  'POST /credits/settle': [writers(404), () => ({ body: { paymentIntentId: 'pi_of_nobody' } })],
  'GET /credits/purchases': [signedIn, asNothing],
  'GET /credits/purchases/{id}/receipt.pdf': [writers(404), ofNothing],
  'GET /subscription': [signedIn, asNothing],
  'POST /subscription': [writers(201), () => ({ body: { plan: 'monthly' } })],
  'DELETE /subscription': [writers(409), asNothing],
  // The image is private. Only its creator learns that it exists, and that it is their own.
  'POST /images/{id}/report': [
    { visitor: 404, owner: 409, stranger: 404, admin: 404 },
    ({ image }) => ({ path: image.id, body: { reason: 'other' } }),
  ],
  'GET /images/{id}/appeal': [{ ...owners, admin: 404 }, ofImage],
  'POST /images/{id}/appeal': [
    { visitor: 401, owner: 409, stranger: 404, admin: 404 },
    ({ image }) => ({ path: image.id, body: { text: 'Please bring it back.' } }),
  ],
  'GET /admin/images': [admins, asNothing],
  'DELETE /admin/images/{id}': [missing, ofNothing],
  'GET /admin/reports': [admins, asNothing],
  'POST /admin/reports/{id}/resolve': [missing, () => ({ path: NOBODY, body: { action: 'dismiss' } })],
  'GET /admin/appeals': [admins, asNothing],
  'POST /admin/appeals/{id}/decide': [missing, () => ({ path: NOBODY, body: { action: 'restore' } })],
  'GET /admin/prompt-terms': [admins, asNothing],
  'POST /admin/prompt-terms': [
    { ...admins, admin: 204 },
    (_, who) => ({ body: { term: `term ${who?.accountId ?? 'none'}`, topic: 'other' } }),
  ],
  'DELETE /admin/prompt-terms/{id}': [missing, ofNothing],
  'GET /studio/age': [signedIn, asNothing],
  // The refusal stores nothing. The rows above need an unconfirmed age.
  'POST /studio/age': [writers(403), () => ({ body: { isAdult: false } })],
  'POST /follow/{username}': [followers, asCreator],
  'DELETE /follow/{username}': [followers, asCreator],
}
