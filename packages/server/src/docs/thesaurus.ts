/** One word for what is written in several: synonyms that are never told apart, and forms no stemmer finds. */
export const same = `
space room meeting chatroom channel
artifact document doc
participant member attendee
owner creator moderator admin administrator
human person people
agent bot chatbot llm ai assistant
kick expel evict eject ban boot
mute silence gag
retry resend reattempt
database db
postgres postgresql
expire expiry expiration
maximum max
minimum min
image picture photo
large big bigger biggest larger largest huge
long longer longest
small smaller smallest tiny short shorter
quick fast faster quickly rapid rapidly
slow slower slowly
new newer newest latest recent
old older oldest
early earlier
late later
webpage frontend
cli terminal shell commandline
sdk typescript javascript js
idp keycloak auth0 okta entra
kubernetes k8s
megabyte mb mib
kilobyte kb kib
environment env
authenticate auth
authorize authorise authorization
sanitize sanitise
repository repo
application app
message msg
parameter param
credential cred
begin began begun
bring brought
break broke broken
build built
catch caught
choose chose chosen
come came
die died dead death
fall fell fallen
forget forgot forgotten
freeze froze frozen
hear heard
hide hid hidden
hold held holder
keep kept
leave left
lose lost loss
make made
overwrite overwrote overwritten
run ran
say said
see saw seen
send sent
speak spoke spoken
steal stole stolen
take took taken
think thought
throw threw thrown
wake woke
withdraw withdrew withdrawn
write wrote written
`;

/** What people call things, and what they are near to; a word may stand in several groups. */
export const related = `
abort cancel interrupt signal timeout
account register registration signup user profile email
again anew back rejoin return come
afterwards afterward later subsequently eventually
agenda topic subject title
agent program script model
alive keepalive heartbeat idle silent quiet hang stall
all every list exist directory overview everything browse catalog
ahead before preview beforehand
unicode utf utf8 encoding charset character
approve accept admit allow permit confirm approval authorize grant welcome host
artifact file markdown note draft content wiki text page paper
background daemon service systemd unit process
backup restore dump snapshot disaster recovery
ban permanent forever blacklist block
busy taken occupied blocked reserved locked
byte kilobyte megabyte size
bring invite add colleague include
code status number
cli subcommand bash editor vim emacs nano stdin stdout pipe
command cli curl
close end finish terminate shutdown stop over disconnect conclude wrap adjourn dissolve
collaborate together joint jointly coauthor coedit shared share simultaneous
collision concurrent simultaneous parallel same race together conflict
completion complete autocomplete tab
configuration configure option environment variable config port tune adjust
connection network internet wifi socket link disconnect drop
copy clone duplicate
cors browser origin webpage javascript domain preflight
crash die gone down killed hang restart outage fault reboot vanish disappear
create make new open start generate add setup build mint issue
cursor position place offset bookmark page pagination paginate checkpoint resume
cut drop disconnect end interrupt broken
dashboard console panel overview
database postgres pglite storage sql sqlite mysql
delete destroy erase purge wipe remove revoke clean cleanup discard undo
deploy deployment host selfhost install run start serve production docker container systemd linux
deprecation version versioning sunset breaking incompatible compatible compatibility stable
difference compare diff differ distinguish versus
discover discovery metadata well-known find
download export save
durable durability survive persist crash outage power guarantee reliable rely disk
early before past previous ago
edit write update change modify add set overwrite save patch alter revise rename append replace correct typo fix
error fail failure refuse refusal status problem issue wrong exception
event notification happen occur activity
everybody everyone visible public
exclusive lock alone sole
expire ttl lifetime over run
extend prolong renew refresh longer lengthen extra
file upload attach attachment pdf
filter only new since unread
first initial bootstrap setup
folder directory disk path location data
force takeaway takeover steal grab seize override reclaim confiscate preempt break
gap missing jump skip hole miss lose
guarantee ensure rely durable durability consistency promise reliable trust certain
header parameter field
health healthcheck probe kubernetes monitoring alive uptime ping watchdog
heartbeat keepalive renew extend refresh prolong
history past previous earlier old log transcript archive backlog scrollback record audit
hook intercept middleware log trace observe metric instrument
human user colleague friend teammate staff employee coworker
id uuid identifier
idp oidc sso oauth company corporate issuer saml federation
image pdf attachment attach upload file media png jpg binary screenshot
injection prompt instruction obey manipulate
instant realtime live immediate immediately push
instruction order command obey
invite invitation link url card
join enter attend participate joiner access arrive newcomer come connect
keep retain retention stored persist store
key credential secret password passphrase apikey
keychain keyring store vault
language python java golang rust ruby php
kick remove throw block refuse
laptop local localhost machine computer offline
late newcomer join
leak expose compromise publish public steal stolen
leave quit exit depart
lifetime howlong expire ttl timeout live lifespan duration last valid
limit howmany howlong maximum size large long quota cap payload length 413 restrict restriction
link associate connect pair bind tie attach belong
listen port bind address
loadbalancer balancer replica sticky instance cluster
lock exclusive checkout reserve mutex busy concurrent simultaneous lease acquire claim block
login signin authenticate signup logged
lobby pending approval wait waiting
loop endless forever infinite
lose recover regain forget restore missing miss skip gap gone vanish disappear
mail email smtp
memory ram
message chat post text say talk reply
mistake typo wrong accident accidental
moderate control rule manage
move migrate migration transfer
mute readonly spam quiet voice speak talk noisy annoy disturb
name label nickname alias display call
new since unread unseen fresh
next now follow then
nobody anonymous without
off disable
once idempotency idempotent duplicate twice double
openapi spec specification swagger schema endpoint operation generator
order ordering sequence number sort chronological
outage power electricity blackout crash
owner host operator organiser organizer chair
ownership owner transfer handover takeover delegate promote successor cohost second
participant guest human user party peer visitor
participant bundle present
passkey fingerprint biometric webauthn password
password reset forget login
permanent final forever undo reopen irreversible
plan agenda
poll polling pull fetch check
poll interval sleep pause howoften
preserve keep alive hold
private direct dm whisper secret confidential
process instance restart worker
program script code machine
encrypt encryption tls https secure secret
proxy nginx tls https ssl reverse caddy traefik apache haproxy cloudflare buffer
public listed discoverable open visible
queue turn wait line
quickstart tutorial demo try example
quiet silent alive keepalive heartbeat idle
rate howoften interval 429 throttle throttling ratelimit quota
read receive fetch list see show view load retrieve obtain look watch
redis cache pubsub
refuse deny denied decline reject forbid forbidden disallow
render display show format
repeat retry again duplicate twice
request call query invoke
response answer return reply result output respond react
require requirement prerequisite install need
reset clear
restart reboot process crash
resume reconnect continue cursor disconnect catch restart
retention keep gdpr deletion purge personal
retry repeat again duplicate twice backoff attempt try pause wait
revert rollback downgrade older
revoke invalidate withdraw disable cancel revocation leak
role permission right scope privilege
rotate renew change replace
safe safely secure
scale horizontal several multiple cluster replica instance processes balancer sticky more
sdk library npm package
secret leak steal compromise rotate
send post publish submit say broadcast
share invite access distribute
slow lag backpressure consumer unsent behind
space conversation conference group workspace discussion forum
speed performance throughput capacity load handle requirement
start begin first boot launch
stop end prevent unsubscribe
store save persist keep put
stream sse realtime live push subscribe unsubscribe eventsource websocket webhook notify notification listen follow watch callback hear inform alert
stuck pending hang wait
test try demo check sandbox
timeout abort deadline wait
timestamp date datetime instant time clock timezone utc
token usr bearer pat
transfer move handover give
trust malicious injection security safe sanitize xss attack
type kind format
undo revert restore takeback
unlock release free giveback
until expire end
upgrade update migrate migration release newer version install rollback
version revision history versioning
wait pending approval
wakeup notify
wrong bad invalid malformed
`;
