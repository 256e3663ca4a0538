# Tries the package under the real systemd, as the first process of namespaces of its own,
# over a copy of this machine's files that is gone afterwards. $1: the older package, $2: the
# newer one, $3: an empty folder to work in.
set -eu

mount -t tmpfs tmpfs "$3"
mkdir "$3/upper" "$3/work" "$3/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$3/upper,workdir=$3/work" "$3/root"
cd "$3/root"
# Devices, the kernel's settings and cgroups of its own: what is done here reaches none of
# the machine's.
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,ro,bind proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for it in "null 3" "zero 5" "full 7" "random 8" "urandom 9"; do
    mknod -m 666 "dev/${it% *}" c 1 "${it#* }"
done
mknod -m 666 dev/tty c 5 0
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs tmpfs tmp
cp "$1" run/older.deb
cp "$2" run/newer.deb
ip link set lo up

cat >run/steps <<'STEPS'
old=/run/older.deb
new=/run/newer.deb
step() { echo "step: $1"; }
fail() {
    echo "FAILED: $1"
    journalctl -u parlour.service --no-pager 2>/dev/null | tail -20
    systemctl status parlour.service --no-pager 2>/dev/null | tail -20
    exit 1
}
answers() {
    for _ in $(seq 600); do
        if parlour ready "$1" >/dev/null 2>&1; then return 0; fi
        sleep 0.1
    done
    return 1
}
pid() { systemctl show -P MainPID parlour.service; }

for _ in $(seq 600); do
    case $(systemctl is-system-running 2>/dev/null) in running | degraded) break ;; esac
    sleep 0.1
done
export DEBIAN_FRONTEND=noninteractive

dpkg -i "$old" >/run/dpkg.log 2>&1 || { cat /run/dpkg.log; fail "it does not install"; }
step "it installs"
systemctl is-enabled --quiet parlour.service || fail "it is not enabled"
answers 127.0.0.1:8080 || fail "it does not serve"
step "it is enabled, started and serves"
user=$(stat -c %U "/proc/$(pid)")
[ "$user" != root ] || fail "it runs as root"
[ "$(stat -c %a /etc/parlour/serve.toml)" = 600 ] || fail "others may read the settings"
step "it runs as nobody's user ($user), and its settings are root's alone"
[ -s /var/lib/private/parlour/house.db ] || fail "there is no database"
man -w parlour >/dev/null 2>&1 || [ -f /usr/share/man/man1/parlour.1.gz ] || fail "no manual"
[ -s /usr/share/bash-completion/completions/parlour ] || fail "nothing to complete"
faults=$(systemd-analyze verify parlour.service 2>&1) || fail "the unit: $faults"
step "it has a database, manual pages and completions, and the unit is in order"

# What the unit promises, as the kernel tells it of the process.
status=/proc/$(pid)/status
[ "$(awk '/^CapBnd/ { print $2 }' "$status")" = 0000000000000000 ] || fail "it has capabilities"
[ "$(awk '/^NoNewPrivs/ { print $2 }' "$status")" = 1 ] || fail "it may gain rights"
[ "$(awk '/^Seccomp:/ { print $2 }' "$status")" = 2 ] || fail "it may call everything"
for kind in user mnt; do
    own=$(readlink "/proc/$(pid)/ns/$kind")
    [ "$own" != "$(readlink /proc/1/ns/$kind)" ] || fail "its $kind namespace is ours"
done
nsenter -t "$(pid)" -m sh -c 'touch /etc/x || touch /usr/x' 2>/dev/null \
    && fail "it may write elsewhere"
step "it has no capability, cannot gain any, is filtered, and sees users and files of its own"

before=$(pid)
kill -KILL "$before"
for _ in $(seq 600); do [ "$(pid)" != "$before" ] && [ "$(pid)" != 0 ] && break; sleep 0.1; done
answers 127.0.0.1:8080 || fail "it is not started again"
step "killed, it is started again"

sed -i 's/127.0.0.1:8080/localhost:8081/' /etc/parlour/serve.toml
before=$(pid)
inode=$(stat -c %i /var/lib/private/parlour/house.db)
dpkg -i "$new" >/run/dpkg.log 2>&1 || { cat /run/dpkg.log; fail "it does not upgrade"; }
answers localhost:8081 || fail "it does not serve after the upgrade"
[ "$(pid)" != "$before" ] || fail "the older program still runs"
[ "$(stat -c %i /var/lib/private/parlour/house.db)" = "$inode" ] || fail "another database"
step "it upgrades: restarted, with the settings and the database it had"

dpkg -r parlour >/run/dpkg.log 2>&1 || { cat /run/dpkg.log; fail "it cannot be removed"; }
[ ! -e /usr/bin/parlour ] || fail "the program is still there"
systemctl is-active --quiet parlour.service && fail "it still runs"
[ -e /etc/parlour/serve.toml ] || fail "the settings are gone"
[ -e /var/lib/private/parlour/house.db ] || fail "the tables are gone"
step "removed, it is stopped, and settings and tables are kept"

dpkg -i "$new" >/run/dpkg.log 2>&1 || { cat /run/dpkg.log; fail "it does not come back"; }
answers localhost:8081 || fail "it does not serve when it is back"
systemctl is-enabled --quiet parlour.service || fail "it is not enabled when it is back"
[ "$(stat -c %i /var/lib/private/parlour/house.db)" = "$inode" ] || fail "another database"
step "installed again, it serves with the settings and the tables it had"

systemctl disable --now parlour.service 2>/dev/null
dpkg -i "$new" >/run/dpkg.log 2>&1 || { cat /run/dpkg.log; fail "it does not upgrade twice"; }
systemctl is-active --quiet parlour.service && fail "it was disabled, and runs"
systemctl enable --now parlour.service 2>/dev/null
step "disabled, it is left so by an upgrade"

dpkg -P parlour >/run/dpkg.log 2>&1 || { cat /run/dpkg.log; fail "it cannot be purged"; }
for left in /etc/parlour /var/lib/parlour /var/lib/private/parlour /usr/share/doc/parlour \
    /usr/lib/systemd/system/parlour.service; do
    [ ! -e "$left" ] || fail "$left is left"
done
[ ! -L /etc/systemd/system/multi-user.target.wants/parlour.service ] || fail "a link is left"
systemctl is-active --quiet parlour.service && fail "purged, it still runs"
step "purged, nothing is left"
echo "ALL STEPS"
STEPS

# The first process must stand at the root of its files: in a chroot no user namespace may
# be made, and the unit asks for one (`PrivateUsers`).
mkdir run/outside
pivot_root . run/outside
cd /
umount -l run/outside
# What systemd mounts for a unit, its credentials for one, must arrive where it stands.
mount --make-rshared /
mkdir -p run/systemd
export container=trial
(sh /run/steps; systemctl exit 0 --force --force) &
exec /lib/systemd/systemd --system --unit=basic.target --log-target=null --show-status=no
