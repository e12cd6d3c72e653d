import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody, uploadBody, uploadOf } from '../../platform/http.ts'
import { drops } from '../../platform/kept-answers.ts'
import { MAX_UPLOAD_BYTES, photoTooLarge } from '../../platform/photo.ts'
import { NewUser, NewUsername, ProfileForm, Unsubscribed, UploadedPicture, UserProfile } from './contract.ts'
import type { ProfileService } from './service.ts'

const tags = ['Account']

const create = createRoute({
  method: 'post',
  path: '/create-user',
  operationId: 'createProfile',
  security: allow.signedIn,
  limit: { perMinute: 60, sharedAs: 'profile' },
  tags,
  summary: "Create the profile of the caller's account (200 with the profile if it already exists)",
  request: jsonBody(NewUser),
  responses: {
    ...answers(201, UserProfile, {
      400: 'The name is not allowed',
      403: 'The ID of another account',
      409: 'The name is taken',
    }),
    ...answers(200, UserProfile),
  },
})

const find = createRoute({
  method: 'get',
  path: '/user-profile/{uid}',
  operationId: 'getProfile',
  security: allow.signedIn,
  tags,
  summary: "Get your own profile, or anyone's as an admin",
  request: { params: z.object({ uid: z.string().max(200) }) },
  responses: answers(200, UserProfile, { 403: "Another person's profile", 404: 'There is no profile yet' }),
})

const rename = createRoute({
  method: 'patch',
  path: '/update-username',
  operationId: 'changeUsername',
  middleware: drops('profile'),
  security: allow.signedIn,
  limit: { perMinute: 60, sharedAs: 'profile' },
  tags,
  summary: 'Change your username',
  request: jsonBody(NewUsername),
  responses: answers(200, UserProfile, {
    400: 'The name is not allowed',
    404: 'There is no profile yet',
    409: 'The name is taken',
  }),
})

const change = createRoute({
  method: 'patch',
  path: '/user-profile',
  operationId: 'updateProfile',
  middleware: drops('profile'),
  security: allow.signedIn,
  limit: { perMinute: 60, sharedAs: 'profile' },
  tags,
  summary: 'Change your bio and settings (keeps any field left out)',
  request: jsonBody(ProfileForm),
  responses: answers(200, UserProfile, {
    400: 'A field is invalid; each issue names its field',
    404: 'There is no profile yet',
  }),
})

const upload = createRoute({
  method: 'post',
  path: '/api/upload/image',
  operationId: 'uploadProfilePicture',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  largestBody: { bytes: MAX_UPLOAD_BYTES, refuse: photoTooLarge },
  tags,
  summary: 'Upload your profile picture',
  requestBody: uploadBody('image', 'JPEG, PNG, or WebP, at most 2048 KB.'),
  responses: answers(201, UploadedPicture, {
    400: 'The request has no image',
    404: 'There is no profile yet',
    413: 'Larger than 2048 KB or 40 megapixels',
    415: 'Not a JPEG, PNG, or WebP',
    503: 'The picture could not be saved; nothing changed',
  }),
})

const removePicture = createRoute({
  method: 'delete',
  path: '/api/upload/image',
  operationId: 'deleteProfilePicture',
  security: allow.signedIn,
  limit: { perMinute: 60, sharedAs: 'profile' },
  tags,
  summary: 'Remove your profile picture',
  responses: { 204: { description: 'The picture was removed.' } },
})

const unsubscribe = createRoute({
  method: 'post',
  path: '/unsubscribe/{token}',
  operationId: 'unsubscribe',
  security: allow.everyone,
  limit: { perMinute: 60 },
  tags,
  summary: 'Unsubscribe from marketing email with one click, without signing in (RFC 8058)',
  request: { params: z.object({ token: z.string().max(200) }) },
  responses: answers(200, Unsubscribed, { 404: 'We did not send that link' }),
})

export function profileApi({ profiles }: { profiles: ProfileService }) {
  const api = createApi()

  api.openapi(create, async (c) => {
    const { profile, isNew } = await profiles.create(await c.var.actor(), c.req.valid('json'))
    return isNew ? c.json(profile, 201) : c.json(profile, 200)
  })
  api.openapi(find, async (c) => c.json(await profiles.find(await c.var.actor(), c.req.valid('param').uid), 200))
  api.openapi(rename, async (c) => c.json(await profiles.rename(await c.var.actor(), c.req.valid('json')), 200))
  api.openapi(change, async (c) => c.json(await profiles.change(await c.var.actor(), c.req.valid('json')), 200))
  api.openapi(upload, async (c) => c.json(await profiles.uploadPicture(await c.var.actor(), await uploadOf(c)), 201))
  api.openapi(removePicture, async (c) => {
    await profiles.removePicture(await c.var.actor())
    return c.body(null, 204)
  })
  api.openapi(unsubscribe, async (c) => {
    await profiles.unsubscribe(c.req.valid('param').token)
    return c.json({ success: true as const }, 200)
  })
  return api
}
