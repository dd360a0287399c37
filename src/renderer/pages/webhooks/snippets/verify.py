import base64
import hashlib
import hmac
import json
import time


def verify(secret: str, headers: dict, body: bytes):
    """Returns the event, or raises ValueError. headers: with names in lower case; body: the raw bytes."""
    try:
        message_id = headers["webhook-id"]
        timestamp = headers["webhook-timestamp"]
        signatures = headers["webhook-signature"]
        age = abs(time.time() - int(timestamp))
    except (KeyError, ValueError):
        raise ValueError("A header is missing or wrong") from None
    # An old request may be a copy that somebody sends again.
    if age > 300:
        raise ValueError("The timestamp is too old or too new")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # For a day after a rotation there are two signatures.
    for signature in signatures.split(" "):
        version, _, given = signature.partition(",")
        if version == "v1" and hmac.compare_digest(given.encode(), expected):
            return json.loads(body)
    raise ValueError("The signature is wrong")
